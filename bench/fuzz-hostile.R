# Kinds of calls for bench/fuzz.R: what people, files and folders do to the
# package. Each is a function that returns list(what, given, run).

# ---- texts that break things --------------------------------------------------

strange_texts <- function() {
  list(
    "$(touch owned)", "`touch owned`", "a$b", "a$$b", "it's \"so\"", "#1; touch owned", "new\nline", "tab\there", "back\\slash\\",
    "{stop('evaluated')}", "}{.foo {x", "{", "per%cent %s %d %n", "<b>&amp;", "-rf", "--help", "~", "..", ".", " ", "  lead and trail ", "a:b;c,d|e",
    "*?[a]", "NA", "NULL", "TRUE", "1", "rep", "policy", "arm", "regret", ".tmp", "x.1.tmp", "part.claim", "con", "\u00e9\u4e2d\U1F600", "\u202Eltr",
    "e\u0301", "\u00a0", "\ufeff", "\u200b", "\033[31mred\033[0m", "\001\002", "\r", "\xff\xfe", "latin \xe9", strrep("long", 60), strrep("x", 1e4),
    "*/ x y", "??/", "http://localhost:1/x.json", "a/b", "//"
  )
}

strange_text <- function() {
  text <- pick(strange_texts())
  if (runif(1) < 0.3) text <- paste0(text, pick(strange_texts()))
  if (runif(1) < 0.1) Encoding(text) <- pick(list("latin1", "bytes", "UTF-8", "unknown"))
  text
}

# A path in a new folder; some lie where nothing can be.
strange_path <- function(extension = "") {
  kind <- runif(1)
  if (kind < 0.05) return("/dev/null/below")
  if (kind < 0.08) return(file.path(tempdir(), "not", "there", "yet"))
  if (kind < 0.11) return(tempdir())
  folder <- tempfile("folder")
  dir.create(folder)
  paste0(folder, "/", strange_text(), extension)
}

# Nothing of a name may ever be run.
was_owned <- function(folders) any(file.exists(file.path(folders, "owned")))

caught <- function(code) {
  error <- tryCatch({
    utils::capture.output(suppressMessages(suppressWarnings(code)))
    NULL
  }, error = identity)
  if (was_owned(c(".", tempdir()))) return(simpleError("a name was run"))
  error
}

expect <- function(true, what) if (!isTRUE(true)) stop(what)

small_study <- function(...) {
  run_study(bandit(arms_bernoulli(c(0.2, 0.8))), list(policy_ucb1(), policy_uniform()), horizon = 20, reps = 2, seed = 1, progress = FALSE, ...)
}

# ---- names of everything ---------------------------------------------------------

with_labels <- function() {
  label <- strange_text()
  names <- c(strange_text(), strange_text())
  list(given = list(label, names), run = function() {
    b <- bandit(arms_bernoulli(stats::setNames(c(0.2, 0.8), names)))
    study <- run_study(stats::setNames(list(b, b), c(label, "other")), list(policy_ucb1(label = label), policy_uniform()), 20, reps = 2,
                       seed = 1, keep = "choices", progress = FALSE)
    print(study)
    summary(study)
    for (look in list(regret, pulls, exits, choices, instances, as_tibble)) look(study)
    compare_policies(study, baseline = label)
    ggplot2::fortify(study, type = "regret", policies = label, bandits = label)
    ggplot2::ggplot_build(autoplot(study))
    with_patience(b, stats::setNames(c(3, 4), rev(names)))
  })
}

with_names_of_arms <- function() {
  arms <- c(strange_text(), strange_text())
  newcomer <- strange_text()
  label <- strange_text()
  list(given = list(arms, newcomer, label), run = function() {
    a <- agent(policy_ucb1(label = label), arms, seed = 1)
    agent_enter(a, newcomer)
    for (i in 1:4) agent_learn(a, agent_choose(a), i %% 2)
    print(a)
    path <- save_agent(a, tempfile())
    expect(identical(as_tibble(read_agent(path)), as_tibble(a)), "an agent that was read is another")
    agent_leave(a, arms[1])
    agent_choose(a)
  })
}

with_path <- function() {
  path <- strange_path()
  does <- list(
    study = function() {
      expect(identical(regret(small_study(path = path)), regret(small_study())), "a study in a folder is another")
      expect(identical(regret(read_study(path)), regret(small_study())), "a study that was read is another")
    },
    plan = function() {
      plan_study(bandit(arms_bernoulli(0.5)), policy_ucb1(), 10, reps = 4, seed = 1, parts = 2, path = path)
      for (i in 2:1) run_part(path, i)
      read_study(path)
    },
    agent = function() {
      a <- agent(policy_ucb1(), c("a", "b"), seed = 1)
      agent_learn(a, agent_choose(a), 1)
      save_agent(a, path)
      expect(agent_choose(read_agent(path)) == agent_choose(a), "an agent that was read is another")
    },
    clicks = function() {
      log <- simulate_click_log(200, days = 1, seed = 1, file = path)
      expect(identical(read_yahoo_clicks(path, progress = FALSE)$reward, log$reward), "a log that was read is another")
    },
    figures = function() save_figures(small_study(), path, device = pick(list("png", "svg", "pdf")))
  )
  i <- sample(length(does), 1, prob = c(3, 3, 3, 3, 0.2))
  list(what = names(does)[i], given = path, run = does[[i]])
}

with_device <- function() {
  path <- pick(list("/dev/null", "/dev/null/below", tempdir(), "/"))
  readers <- list(read_agent, read_study, read_open_bandit, read_movielens, read_outbrain, read_coupons, policy_compile,
                  function(path) read_yahoo_clicks(path, progress = FALSE), function(path) run_part(path, 1))
  reader <- pick(readers)
  list(given = list(path, reader), run = function() reader(path))
}

# A compiler takes long, so there are few of these.
with_compiler <- function() {
  path <- strange_path(".c")
  label <- strange_text()
  text <- sub("alpha\", 2", "alpha\", FACTOR", readLines(system.file("examples", "ucb1.c", package = "unruly")), fixed = TRUE)
  list(given = list(path, label), run = function() {
    written <- tryCatch({
      writeLines("#define FACTOR 2.5", file.path(dirname(path), "mine.h"))
      writeLines(c("#include \"mine.h\"", paste("/*", runif(1), "*/"), text), path)
      TRUE
    }, error = function(e) FALSE, warning = function(w) FALSE)
    make <- policy_compile(path)
    run_study(bandit(arms_bernoulli(0.5)), make(label = label), 10, reps = 1, seed = 1, progress = FALSE)
    if (written) expect(!was_owned(dirname(path)), "a name was run")
  })
}

call_with_names <- function(all) {
  kinds <- list(labels = with_labels, arms = with_names_of_arms, path = with_path, device = with_device, compiler = with_compiler)
  kind <- sample(names(kinds), 1, prob = c(4, 4, 8, 2, 0.2))
  call <- kinds[[kind]]()
  list(what = paste("names:", paste(c(kind, call$what), collapse = " ")), given = call$given, run = function() caught(call$run()))
}

# ---- saved agents, edited and sealed again ------------------------------------------

agents_to_save <- function() {
  play <- function(a, ...) {
    for (i in 1:6) agent_learn(a, agent_choose(a), ...)
    a
  }
  contextual <- agent(policy_linucb(), c("a", "b"), context = 2, seed = 1)
  for (i in 1:4) agent_learn(contextual, agent_choose(contextual, c(1, i)), i %% 2)
  away <- agent(policy_ucb1(), c("a", "b"), first = c(1, Inf), last = c(50, Inf), seed = 1)
  agent_learn(away, agent_choose(away), 1)
  agent_enter(away, "c", last = 30)
  agent_leave(away, "a", away = TRUE)
  agent_choose(away)
  list(
    play(agent(policy_thompson("bernoulli"), c("a", "b"), seed = 1), 1), play(agent(policy_ucb1(), c("a", "b"), patience = c(3, 9), seed = 1), 0),
    play(agent(policy_wait_ucb(), c("a", "b"), waiting = 3, seed = 1), 1, 1), contextual, away,
    play(agent(policy_queue(policy_ucb1()), c("a", "b"), seed = 1), 1), play(agent(policy_etc(2), c("a", "b"), horizon = 100, seed = 1), 1),
    play(agent(policy_ht_ucb(), c("a", "b"), share = 0.2, penalty = 1, horizon = 50, seed = 1), 0),
    play(agent(policy_index(function(v) v$mean), c("a", "b"), seed = 1), 1),
    play(agent(policy_custom(function(s, v) ceiling(v$runif(1) * 2), function(s, v, o) s), c("a", "b"), seed = 1), 1)
  )
}

agent_contents <- function() {
  options(unruly.span = 4) # marks, after so few calls
  contents <- lapply(agents_to_save(), function(a) {
    jsonlite::fromJSON(save_agent(a, tempfile()), simplifyDataFrame = FALSE, simplifyMatrix = FALSE)
  })
  for (content in contents) read_again(sealed_file(content)) # a seal of ours is taken for theirs
  contents
}

sealed_file <- function(content) {
  content$checksum <- internal("fingerprint")(content[names(content) != "checksum"])
  text <- jsonlite::toJSON(internal("with_exact_numbers")(content), auto_unbox = TRUE, null = "null", json_verbatim = TRUE)
  path <- tempfile(fileext = ".json")
  writeBin(charToRaw(enc2utf8(text)), path)
  path
}

# Some versions ask whether code in a file is trusted.
read_again <- function(path) do.call(read_agent, c(list(path), if ("trust" %in% names(formals(read_agent))) list(trust = TRUE)))

edited_content <- function(content, all) {
  part <- sample(c(setdiff(names(content), "checksum"), "calls", "numbers", "arms"), 1)
  if (part == "calls" && is.character(content$calls) && runif(1) < 0.8) { # maybe edited before
    letters <- strsplit(content$calls, "")[[1]]
    at <- sample(length(letters), 1)
    letters[at] <- pick(list("", "c", "l", "e", "v", "p", "x", letters[at]))
    content$calls <- paste(if (runif(1) < 0.2) rev(letters) else letters, collapse = "")
  } else if (part == "numbers" && runif(1) < 0.8) {
    there <- tryCatch(.Call(internal("C_numbers_of_text"), content$numbers), error = function(e) NULL) # edited before
    numbers <- corrupt(there, all)
    if (is.double(numbers)) content$numbers <- .Call(internal("C_numbers_to_text"), numbers)
  } else if (runif(1) < 0.2) {
    content[[part]] <- strange_text()
  } else {
    content[[part]] <- corrupt(content[[part]], all)
  }
  content
}

call_agent_file <- function(all) {
  content <- edited_content(pick(all$agent_contents), all)
  if (runif(1) < 0.3) content <- edited_content(content, all)
  list(what = "a sealed agent", given = content, run = function() {
    path <- tryCatch(sealed_file(content), error = function(e) NULL)
    if (is.null(path)) return(NULL)
    caught({
      a <- read_again(path)
      print(a)
      as_tibble(a)
      for (i in 1:3) agent_learn(a, agent_choose(a), 1)
      read_again(save_agent(a, tempfile()))
    })
  })
}

# ---- policies of one's own that misbehave --------------------------------------------

misbehaviours <- function(all) {
  other <- agent(policy_ucb1(), c("a", "b"), seed = 1)
  kept <- NULL
  list(
    answers = function(v) pick(all$values), number = function(v) odd_number(), several = function(v) replace(v$mean, 1, odd_number()),
    raises = function(v) stop(strange_text()), raises_ours = function(v) rlang::abort("theirs", class = pick(list(
      "unruly_error_choice", "unruly_error_own", "unruly_error_internal", "unruly_error_core", "stackOverflowError"))),
    raises_nothing = function(v) stop(structure(class = c("mine", "error", "condition"), pick(list(list(), list(message = NULL), list(message = 1:3,
      call = 7), list(message = list("a"), call = NULL))))),
    warns = function(v) warning(strange_text()), tells = function(v) message(strange_text()),
    recurs = function(v) (function(f) f(f))(function(f) f(f)), deep = function(v) (d <- function(n) if (n > 0) d(n - 1) else stop("deep"))(1500),
    calls_wrongly = function(v) prior_uniform(-1), plays = function(v) length(small_study()$tables), draws = function(v) v$runif(min(abs(odd_number()), 1e5)),
    draws_normal = function(v) v$rnorm(pick(all$values)), keeps = function(v) {
      if (is.null(kept)) kept <<- v
      ceiling(2 * kept$runif(1))
    },
    asks = function(v) agent_choose(other), collects = function(v) {
      gc(full = FALSE)
      1
    },
    edits = function(v) {
      v$live[] <- 7L
      v$mean[] <- NaN
      2
    },
    large = function(v) numeric(1e6), last = function(v) length(last_study()) + 1, seeds = function(v) {
      set.seed(1)
      1
    }
  )
}

call_own <- function(all) {
  bad <- misbehaviours(all)
  kind <- sample(names(bad), 1)
  from <- sample(5, 1)
  does <- function(v, good) if (v$round >= from) bad[[kind]](v) else good
  label <- if (runif(1) < 0.3) strange_text() else "Mine"
  way <- sample(c("index", "choose", "observe", "start"), 1)
  make <- function() switch(way,
    index = policy_index(function(v) does(v, v$mean), label), choose = policy_custom(function(s, v) does(v, v$live[1]), label = label),
    observe = policy_custom(function(s, v) v$live[1], function(s, v, o) does(v, s), label = label),
    start = policy_custom(function(s, v) v$live[1], start = bad[[kind]], label = label))
  b <- bandit(arms_bernoulli(c(0.2, 0.8)))
  bandits <- list(b, with_patience(b, c(2, 9)), with_waiting(b, matrix(0.5, 2, 2)), with_delay(b, 2))
  b <- pick(bandits)
  in_study <- runif(1) < 0.5
  list(what = paste("own:", way, kind), given = list(label, from, b, in_study), run = function() {
    caught(if (in_study) {
      study <- run_study(b, list(make(), policy_uniform()), 10, reps = 3, seed = 1, keep = pick(list("summary", "choices", "moments")), progress = FALSE)
      print(summary(study))
    } else {
      a <- agent(make(), c("a", "b"), seed = 1)
      for (i in 1:8) agent_learn(a, agent_choose(a), 1)
    })
  })
}
