# The R code that makes a study, a bandit, a policy or a rule. Each part is evaluated and compared with the object; what
# no code makes (logs, large tables, policies of one's own) gets a name, and a comment says what it stands for.

#' R code of a study
#' @description
#' Returns the R code that makes a study, a [bandit()], a policy or a [stopping rule][stopping_rules].
#'
#' **Use it when** you have an object but not the script that made it, or want the code in a report.
#'
#' @details
#' Arguments that have their default are left out. The code makes the same object: with the same version of the package
#' a study has the same numbers. What cannot be written as code has a name of its own in it, and a comment at its head
#' says what that name stands for: logs that are replayed, long tables of rewards, and policies or penalties that
#' you wrote in R or C.
#'
#' @param x A study as made by [run_study()], a bandit, a policy, or a rule for `stop`, `drop` or `graduate`.
#' @param ... Must be empty.
#' @return A character vector, one string per line; `writeLines()` shows it as code.
#' @section Errors: `unruly_error_argument`: `x` is none of these.
#' @examples
#' problem <- bandit(arms_gaussian(c(0.5, 0.9), sd = 2)) |> with_patience(c(4, 9))
#' policies <- list(policy_fc_se(), policy_floor(policy_ucb(), 0.1))
#' study <- run_study(problem, policies, horizon = 100, reps = 5)
#' writeLines(as_code(study))
#' @seealso [update()][update.unruly_study()], [save_report()], whose appendix has this code.
#' @export
as_code <- function(x, ...) {
  check_no_dots(...)
  wanted <- "a study, a bandit, a policy or a rule"
  if (missing(x)) abort_missing("x", environment(), wanted)
  kind <- intersect(class(x), c("unruly_study", "unruly_bandit", "unruly_policy", "unruly_stop"))
  check_class(x, "x", if (length(kind) > 0) kind else "unruly_study", wanted)
  names <- new.env(parent = emptyenv())
  code <- if (kind == "unruly_study") code_of_study(x, names) else code_of(x, names)
  c(comments_of(names), if (kind == "unruly_study") comment_of_gaps(x), strsplit(code, "\n", fixed = TRUE)[[1]])
}

# --- studies ---------------------------------------------------------------------------------

code_of_study <- function(study, names) {
  arguments <- study_arguments(study)
  arguments$record <- record_in_code(arguments$record, arguments$horizon)
  played <- range(study$replications)
  numbers <- list(reps = diff(played) + 1, first_rep = played[1])
  defaults <- formals(run_study)
  arguments <- arguments[!vapply(names(arguments), function(name) is_usual(arguments[[name]], defaults[[name]]), NA)]
  written <- c(
    bandit = code_of_list(arguments$bandit, usual_bandit_names(length(arguments$bandit)), names),
    policies = code_of_list(arguments$policies, vapply(arguments$policies, `[[`, "", "label"), names),
    horizon = code_of_values(arguments$horizon), vapply(Filter(function(n) n != 1, numbers), code_of_values, ""),
    vapply(arguments[setdiff(names(arguments), c("bandit", "policies", "horizon", "design"))], code_of, "", names),
    if (!is.null(arguments$design)) c(design = named_by_comment("design", "the `trial_design()` of the study", names))
  )
  sprintf("run_study(\n  %s\n)", paste(names(written), gsub("\n", "\n  ", written), sep = " = ", collapse = ",\n  "))
}

# Replications are played in one run, also where some of a study were lost.
comment_of_gaps <- function(study) {
  lost <- diff(range(study$replications)) + 1 - length(study$replications)
  if (lost > 0) sprintf("# The study lacks %s of these replications.", format_count(lost))
}

# The number of checkpoints that gives these, if one does.
record_in_code <- function(record, horizon) {
  for (count in c(1, 200, length(record))) if (identical(check_record(count, horizon), record)) return(count)
  record
}

usual_bandit_names <- function(count) if (count == 1) "bandit" else paste("bandit", seq_len(count))

# `usual`: the names that these have without being given one.
code_of_list <- function(items, usual, names) {
  code <- vapply(items, code_of, "", names)
  own <- names(items) != usual
  if (length(items) == 1 && !own) return(unname(code))
  argument <- ifelse(own, paste0(code_name(names(items)), " = "), "")
  sprintf("list(\n  %s\n)", paste0(argument, gsub("\n", "\n  ", code), collapse = ",\n  "))
}

# --- parts -----------------------------------------------------------------------------------

# One string, with lines where a call is long.
code_of <- function(x, names) {
  if (!inherits(x, c("unruly_bandit", "unruly_policy", "unruly_stop"))) return(call_of(x, names))
  before <- ls(names)
  code <- tryCatch(call_of(x, names), unruly_no_code = function(e) NULL)
  if (!is.null(code) && makes(code, x, names)) return(code)
  rm(list = setdiff(ls(names), before), envir = names)
  what <- if (inherits(x, "unruly_bandit")) "bandit" else if (inherits(x, "unruly_policy")) "policy" else "rule"
  named_by_comment(what, switch(what, bandit = bandit_line(x), policy = paste("the policy", quoted(x$label)),
                                paste("a rule of the kind", quoted(x$kind))), names, x)
}

# Whether the code, where names stand for what comments say, makes this object. What traits say of themselves in words
# is no part of them.
makes <- function(code, x, names) {
  known <- lapply(as.list(names), `[[`, "value")
  made <- tryCatch(eval(str2expression(code), known, asNamespace("unruly")), error = function(e) NULL)
  if (inherits(x, "unruly_stop")) {
    made <- as_rule_like(made, x)
    x <- without_plan(x) # limits are for any arms
  }
  bare <- function(x) {
    if (!inherits(x, "unruly_bandit")) return(x)
    x$traits <- lapply(x$traits, function(trait) trait[setdiff(names(trait), c("text", "spreads"))])
    x
  }
  identical(bare(made), bare(x), ignore.bytecode = TRUE, ignore.environment = TRUE, ignore.srcref = TRUE)
}

# A rule may become one about single arms where it is an argument for these.
as_rule_like <- function(made, rule) tryCatch(in_role(made, role_of_rule(rule), NULL), error = function(e) NULL)

no_code <- function() stop(errorCondition("There is no code for it.", class = "unruly_no_code"))

call_of <- function(x, names = emptyenv()) {
  if (is.null(x)) return("NULL")
  if (is.atomic(x)) return(code_of_values(x))
  if (inherits(x, "unruly_bandit")) return(code_of_bandit(x, names))
  if (inherits(x, "unruly_arms")) return(code_of_arms(x))
  if (is_prior(x)) return(code_of_law(paste0("prior_", x$law), c(x$k, x$values)))
  if (inherits(x, "unruly_policy")) return(code_of_policy(x, names))
  if (inherits(x, "unruly_stop")) return(code_of_rule(x, names))
  if (is.list(x) && setequal(names(x), c("law", "values"))) return(code_of_rounds(x$law, x$values))
  if (is_rule(x)) return(sub("^~ ?", "~ ", rule_text(x, exact = TRUE)))
  if (is.list(x) && !is.object(x)) {
    named <- if (!is.null(base::names(x))) paste(code_name(base::names(x)), "= ")
    return(sprintf("list(%s)", paste0(named, vapply(x, code_of, "", names), collapse = ", ")))
  }
  no_code()
}

code_of_policy <- function(x, names) {
  if (is_own(x) || !startsWith(x$constructor, "policy_") || grepl(":", x$constructor)) no_code()
  inner <- if (is.null(x$policy)) character() else code_of(x$policy, names)
  variant <- variant_of(x$constructor)
  maker <- variant$maker %||% sub("_schedule$", "", x$constructor)
  given <- c(delay_in_code(slots_by_name(x$parameters), maker), stats::setNames(list(variant$value), variant$argument))
  # `whole`: a usual value may have been given of what does not apply.
  for (arguments in list(given, c(given, label = x$label))) for (whole in c(FALSE, TRUE)) {
    code <- code_of_call(maker, arguments, inner, names = names, whole = whole)
    if (makes(code, x, names)) return(code)
  }
  no_code()
}

# A law of lags stands under the name of the argument.
delay_in_code <- function(p, maker) {
  law <- intersect(names(p), c("lag", "mean", "longest", "chance", "from"))
  if (maker != "policy_conversion" || length(law) == 0) return(p)
  c(list(delay = as.name(code_of_delay(p[law]))), p[setdiff(names(p), law)])
}

code_of_rule <- function(x, names) {
  if (joins_stops(x)) {
    return(paste(vapply(x$parts, code_of, "", names), collapse = if (x$kind == "any") " |\n  " else " &\n  "))
  }
  maker <- constructor_of_rule(x)
  p <- x$parameters
  names(p)[names(p) == "above"] <- "probability"
  times <- p$times %||% p$dates
  if (!is.null(times)) p$looks <- as.name(code_of_call("at_times", list(times = times)))
  if (!is.null(p$events)) p$looks <- p$events
  if (!is.null(p$outcomes)) p$looks <- as.name(code_of_outcomes(p))
  code <- code_of_call(maker, p)
  # What one argument decides of another need not be said.
  others <- lapply(seq_along(p), function(i) code_of_call(maker, p[-i]))
  Find(function(code) makes(code, x, names), c(code, others)) %||% no_code()
}

code_of_outcomes <- function(p) {
  table <- outcomes_by_look(p)
  code_of_call("at_outcomes", list(counts = if (ncol(table) > 1) table else table[, 1], arm = p$outcomes_arm))
}

# --- arms ------------------------------------------------------------------------------------

code_of_bandit <- function(x, names) {
  mortal <- x$traits$population$parameters
  first <- if (is.null(mortal)) sprintf("bandit(%s)", code_of_arms(x$arms)) else code_of_mortal(x, mortal)
  traits <- x$traits[setdiff(base::names(x$traits), "population")]
  paste(c(first, vapply(traits, code_of_trait, "", names, x$arms$count)), collapse = " |>\n  ")
}

code_of_mortal <- function(x, mortal) {
  one <- x$arms
  one$count <- 1L
  one$parameters <- lapply(one$parameters, function(value) if (is_prior(value)) replace(value, "k", 1L) else value[1])
  reward <- if (x$arms$kind == "bernoulli") call_of(x$arms$parameters$prob) else code_of_arms(one)
  given <- c(list(alive = x$arms$count, horizon = x$horizon), mortal["mean_lifetime"], list(reward = as.name(reward)),
             mortal[c("death", "known", "init")])
  code_of_call("bandit_mortal", given)
}

code_of_arms <- function(arms) {
  p <- arms$parameters
  maker <- paste0("arms_", sub("_(mean|pull|round)$", "", arms$kind))
  if (arms$kind == "empirical") p <- list(data = unname(split(p$value, rep(seq_len(arms$count), diff(p$from)))))
  if (!is.null(p$theta)) {
    p$context <- if (is.null(p$law)) t(p$context) else as.name(
      sprintf("context_normal(%d%s)", ncol(p$theta), if (p$law == "sphere") ", unit = TRUE" else ""))
    p <- p[intersect(c("theta", "sd", "context"), names(p))]
  }
  if (grepl("^tape_", arms$kind)) p$by <- sub("^tape_", "", arms$kind)
  if (length(unlist(p)) > most_code_numbers) no_code()
  if (!is.null(arms$names)) p[[1]] <- with_arm_names(p[[1]], arms$names)
  p <- recycled(p, arms$count)
  codes <- c(code_of_call(maker, p), code_of_call(maker, c(p, list(range = arms$range))))
  # Changes and wear widen the range: then it is the bandit's code that is compared.
  Find(function(code) makes(code, arms, emptyenv()), codes) %||% codes[1]
}

most_code_numbers <- 1000

with_arm_names <- function(values, names) {
  if (is_prior(values)) no_code()
  if (is.matrix(values)) rownames(values) <- names else names(values) <- names
  values
}

# Numbers of all arms as one, after the first argument, which says how many arms there are.
recycled <- function(parameters, count) {
  rest <- utils::tail(parameters, -1)
  one <- vapply(rest, function(v) is.numeric(v) && length(v) == count && is.null(dim(v)) && length(unique(v)) == 1, NA)
  rest[one] <- lapply(rest[one], `[`, 1)
  c(parameters[1], rest)
}

# --- traits ----------------------------------------------------------------------------------

code_of_trait <- function(trait, names, count) {
  p <- trait$parameters
  inner <- switch(trait$name,
    changes = code_of_changes(laws_of(p)), wear = code_of_law("wear_", laws_of(p)),
    spread = code_of_spreads(trait$spreads), delay = code_of_delay(p),
    absences = if (is.null(p$awake)) call_of(p$chance) else call_of(t(p$awake) == 1))
  p <- if (trait$name == "delay") zeros_in_code(p) else if (is.null(inner)) p
  code_of_call(paste0("with_", trait$name), recycled(p, count), inner, names = names, piped = 1)
}

# Parameters of a law, "law.rate" and the like, by their own names.
laws_of <- function(parameters) {
  names(parameters) <- sub("^law[.]", "", names(parameters))
  parameters
}

# `law`: its parameters, and its name after `maker`; or values in the order of the arguments of `maker`.
code_of_law <- function(maker, law) {
  if (!is.list(law)) law <- rlang::set_names(as.list(law), utils::head(names(formals_of_maker(maker)), length(law)))
  code_of_call(paste0(maker, law$law), law[names(law) != "law"])
}

code_of_rounds <- function(law, values) {
  if (law == "listed") return(call_of(values))
  given <- if (law == "power") list(beta = values[1], c = if (values[2] != 1) values[2]) else
    list(c = if (values[1] != 0) values[1], doubling = TRUE)
  code_of_call("round_sizes", without_nulls(given))
}

code_of_changes <- function(law) {
  if (law$law == "table") return(call_of(t(law$mean)))
  if (law$law == "at") law$mean <- t(law$mean)
  code_of_law("changes_", law)
}

code_of_spreads <- function(spreads) {
  code <- vapply(spreads, function(spread) {
    p <- spread$parameters
    if (spread$law == "custom") return(if (p$from == 1) call_of(p$weights) else no_code())
    if (spread$law == "geometric") p <- list(mean = 1 / (1 - p$gamma))
    code_of_law("spread_", c(law = spread$law, p))
  }, "")
  if (length(code) == 1) code else sprintf("list(%s)", paste(code, collapse = ", "))
}

code_of_delay <- function(p) {
  if (length(p$lag) == 1) return(call_of(p$lag))
  if (!is.null(p$lag)) return(call_of(as.list(p$lag)))
  if (!is.null(p$mean)) return(code_of_law("delay_geometric", p[intersect(c("mean", "longest"), names(p))]))
  if (p$from == 1 && nrow(p$chance) == 1) return(call_of(as.vector(p$chance)))
  even <- nrow(p$chance) == 1 && length(unique(as.vector(p$chance))) == 1
  if (even) code_of_law("spread_delay", list(min = p$from, max = p$from + ncol(p$chance) - 1)) else no_code()
}

zeros_in_code <- function(p) {
  zero <- p[startsWith(names(p), "zero_")]
  names(zero) <- sub("^zero_", "", names(zero))
  zero <- if (isTRUE(as.logical(p$silent))) Inf else if (length(zero) > 0) as.name(code_of_delay(zero))
  without_nulls(list(zero = zero, never = p$never))
}

# --- calls -----------------------------------------------------------------------------------

# `piped`: how many arguments stand before the call; `inner`: code of the first one in it. What has its default is left
# out, unless `whole`; names stand for code.
code_of_call <- function(maker, arguments, inner = character(), names = emptyenv(), piped = 0, whole = FALSE) {
  defaults <- formals_of_maker(maker)
  arguments <- arguments[base::names(arguments) %in% base::names(defaults)]
  usual <- vapply(base::names(arguments), function(name) is_usual(arguments[[name]], defaults[[name]]), NA)
  if (!whole) arguments <- arguments[!usual]
  code <- vapply(arguments, function(value) if (is.name(value)) as.character(value) else code_of(value, names), "")
  named <- base::names(arguments) != base::names(defaults)[1 + piped + length(inner)]
  code <- c(inner, paste0(ifelse(named, paste0(base::names(arguments), " = "), ""), code)[seq_along(code)])
  gsub(" *\n *", " ", sprintf("%s(%s)", maker, paste(code, collapse = ", ")))
}

formals_of_maker <- function(maker) {
  make <- if (is_from_outside(maker)) maker_of(maker) else get0(maker, topenv(), mode = "function", inherits = FALSE)
  formals(make %||% no_code())
}

is_usual <- function(value, default) {
  if (is_no_default(default)) return(FALSE)
  usual <- tryCatch(eval(default, asNamespace("unruly")), error = function(e) NULL)
  if (is.null(usual)) return(is.null(value))
  identical(value, if (is.character(usual)) usual[1] else usual) ||
    is.numeric(value) && is.numeric(usual) && length(value) == length(usual) && all(value == usual)
}

code_of_values <- function(x) {
  text <- if (is.character(x)) code_of_strings(x) else if (is.numeric(x)) code_of_numbers(x) else as.character(x)
  if (is.matrix(x)) {
    rows <- if (!is.null(rownames(x))) sprintf(", dimnames = list(%s, NULL)", code_of_values(rownames(x))) else ""
    return(sprintf("matrix(c(%s), %d%s)", paste(text, collapse = ", "), nrow(x), rows))
  }
  if (!is.null(names(x))) return(sprintf("c(%s)", paste(code_name(names(x)), "=", text, collapse = ", ")))
  if (length(x) == 1) return(text)
  in_steps <- is.numeric(x) && length(x) > 3 && all(is.finite(x)) && all(diff(x) == 1)
  if (in_steps) return(paste0(text[1], ":", text[length(x)]))
  sprintf("c(%s)", paste(text, collapse = ", "))
}

code_of_strings <- function(x) encodeString(enc2utf8(as.vector(x)), quote = "\"")

# Fifteen digits where these are read as the same number, else seventeen.
code_of_numbers <- function(x) {
  x <- as.vector(x)
  short <- sprintf("%.15g", x)
  text <- ifelse(is.finite(x) & suppressWarnings(as.numeric(short)) != x, sprintf("%.17g", x), short)
  ifelse(is.finite(x), text, as.character(x))
}

code_name <- function(names) {
  ifelse(make.names(names) == names, names, encodeString(enc2utf8(names), quote = "`"))
}

# --- names for what is no code -----------------------------------------------------------------

named_by_comment <- function(what, about, names, value = NULL) {
  for (name in ls(names)) if (identical(names[[name]]$value, value)) return(name)
  name <- sprintf("%s_%d", what, length(ls(names)) + 1)
  assign(name, list(about = about, value = value), names)
  name
}

comments_of <- function(names) {
  about <- function(name) sprintf("# %s: %s, to be made by code of your own", name, names[[name]]$about)
  one_line(vapply(ls(names), about, ""))
}
