# Writes defaults.js of the page: the usual values in the signatures of R's constructors, and which of them R passes on to
# the core when an argument is omitted, so that a description in the browser is completed as R completes it (the parameters
# that a policy is given address its random numbers). tools/play.sh runs it. Rscript tools/play-defaults.R <file>
suppressPackageStartupMessages(library(unruly))
space <- asNamespace("unruly")

constructors <- unruly:::registry()$constructor
constructors <- setdiff(constructors, c("policy_index", "policy_custom"))
labels <- as.list(stats::setNames(unruly:::registry()$label, unruly:::registry()$constructor))
families <- c(constructors, grep("^(arms|with|spread|changes|wear)_", getNamespaceExports(space), value = TRUE), "bandit_mortal", "spread_custom")

# What a constructor passes on, with these arguments: in order, NULL for what is left to the core.
passed <- function(made) if (!is.null(made)) (if (inherits(made, "unruly_policy")) space$usual_scaled(made) else made)$parameters
made_by <- function(f, arguments) tryCatch(do.call(f, arguments), error = function(e) NULL)

# The list may be another one with another text: for each that is not the default.
needed <- list(pulls = 5, window = 100, discount = 0.9, arm = 1, cycle = c(1, 2), changes = 2, length = 10, min_propensity = 0.1,
               policy = policy_ucb1(), n_cycle = 4, patience_floor = 4, guess = 0.1, batch = 10,
               burn_in = 20, shift = 0.1, batches = 4, mean_delay = 5, scale = 2)
variants_of <- function(constructor) {
  f <- get(constructor, space)
  arguments <- formals(f)
  without <- names(arguments)[vapply(arguments, function(a) identical(a, quote(expr = )), NA)]
  given <- needed[intersect(without, names(needed))]
  texts <- Filter(function(d) is.call(d) && identical(d[[1]], quote(c)) && is.character(d[[2]]), arguments)
  cases <- c(list(NULL), unlist(lapply(names(texts), function(name) {
    lapply(eval(texts[[name]])[-1], function(text) stats::setNames(list(text), name))
  }), recursive = FALSE))
  if ("family" %in% names(arguments)) {
    families <- setdiff(space$choices_of(space$rules_of(constructor)$family), space$core_scales(constructor)$family)
    cases <- c(cases, lapply(families, function(family) c(list(family = family), if (constructor == "policy_flearn") list(learner = "thompson"))))
  }
  if (is.null(made_by(f, given)) && "n_cycle" %in% names(arguments)) given <- c(given, needed["n_cycle"])
  described <- function(case) {
    made <- made_by(f, c(given, case))
    parameters <- passed(made)
    if (is.null(parameters)) return(NULL)
    keep <- !grepl("^base", names(parameters))
    labelled <- made$label != labels[[constructor]]
    list(with = space$core_named(constructor, case), label = if (labelled) made$label, passes = lapply(parameters[keep], function(p) if (length(p) > 0) p), order = names(parameters)[keep],
         open = !is.null(made$open)) # the scale of rewards is still to come from the bandit
  }
  Filter(Negate(is.null), lapply(cases, described))
}

clean <- function(x) if (length(x) == 0) stats::setNames(list(), character()) else x
entry <- function(name) {
  f <- get(name, space)
  usual <- space$core_named(name, space$usual_of(f, name))
  made <- if (name %in% constructors) variants_of(name)
  required <- if (name %in% constructors) names(needed)[names(needed) %in% names(formals(f))]
  required <- names(space$core_named(name, needed[required]))
  made <- lapply(made, function(v) {
    fixed <- setdiff(intersect(names(v$passes), required), names(usual))
    v$passes[fixed] <- NULL # an example, not a default
    c(list(with = clean(v$with)), if (!is.null(v$label)) list(label = v$label), list(order = I(as.character(v$order)), open = v$open, passes = clean(Filter(Negate(is.null), v$passes))))
  })
  without <- if (name %in% constructors) setdiff(names(Filter(function(d) identical(d, quote(expr = )), formals(f))), c("policy", "..."))
  without <- names(space$core_named(name, stats::setNames(as.list(without), without)))
  renamed <- space$core_names(name)
  takes <- if (name %in% constructors) intersect(c("family", "range", "sd"), names(formals(f)))
  scales <- c(if (length(takes) > 0) list(takes = I(takes)), if ("family" %in% takes) list(family = unname(c(renamed, family = "family")["family"])),
              if (name %in% space$ranged_families) list(ranged = TRUE))
  c(list(usual = clean(usual)), if (length(renamed) > 0) list(names = stats::setNames(as.list(names(renamed)), renamed)), scales, if (length(without) > 0) list(needs = I(without)), list(order = I(setdiff(names(formals(f)), c("label", "bandit", "...")))), if (length(made) > 0) list(variants = made))
}
table <- stats::setNames(lapply(sort(unique(families), method = "radix"), entry), sort(unique(families), method = "radix"))

# Numbers with as many digits as they need: as texts in between.
marked <- function(x) {
  if (is.list(x)) return(lapply(x, marked))
  if (!is.numeric(x)) return(x)
  text <- vapply(x, function(v) format(v, digits = 15), "")
  exact <- suppressWarnings(as.numeric(text)) == x
  text[!exact] <- sprintf("%.17g", x[!exact])
  paste0("<", sub("^(-?)Inf$", "\\11e999", text), ">")
}

lines <- vapply(names(table), function(name) {
  json <- jsonlite::toJSON(marked(table[[name]]), auto_unbox = TRUE, null = "null")
  sprintf("  %s: %s", jsonlite::toJSON(name, auto_unbox = TRUE), gsub('"<([^>]*)>"', "\\1", json))
}, "")
writeLines(c("/* Written by tools/play-defaults.R. */", "var UnrulyDefaults = {", paste(lines, collapse = ",\n"), "};"), commandArgs(TRUE)[1])
