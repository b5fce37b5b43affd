# What makes no sense for an object of the package is refused by it, by a method, in the words of the package. Without
# one other packages' defaults would say something about lists, or return nonsense.

# By class, in words of describe_object(): the generics that are refused. Results have `[` of their own
# (R/table-methods.R).
refused_methods <- function() {
  plain <- c("arms", "policy", "prior", "stop", "changes", "delay", "times", "wear", "context", "rounds", "reps_until",
             "optimum")
  table <- c("as_tibble", "as.data.frame", "tidy", "glance", "augment")
  drawing <- c("autoplot", "plot", "fortify")
  each <- c(
    rlang::set_names(rep(list(c("[", table, drawing, "autolayer")), length(plain)), plain),
    list(bandit = c("[", table, "autolayer"), tape = c("$", table, drawing, "autolayer"),
         cycle = c("[", "tidy", "glance", "augment", "fortify", "autolayer"),
         spread = c("[", "tidy", "glance", "augment", "fortify", "autolayer"),
         log = c("[", "tidy", "glance", "augment", drawing, "autolayer"),
         agent = c("tidy", "augment", "fortify", "autolayer"),
         study = "autolayer", series = c("augment", "autolayer"), exact = "augment",
         estimates = "autolayer", comparisons = "autolayer", characteristics = c("augment", "autolayer"),
             calibration = c("augment", "autolayer"),
         waiting_value = c("augment", "autolayer"), bound = "augment",
         ledger = c("augment", "autoplot", "plot", "autolayer"), arcade = c("tidy", "glance", "augment", "autolayer"))
  )
  data.frame(class = rep(paste0("unruly_", names(each)), lengths(each)), generic = unlist(each, use.names = FALSE))
}

# Lines of NAMESPACE. Packages that are not imported are asked for their generic when they are loaded. autoplot() is a
# generic of ours, too.
refused_lines <- function() {
  from <- c(tidy = "generics", glance = "generics", augment = "generics", autoplot = "ggplot2", fortify = "ggplot2",
            autolayer = "ggplot2")
  by <- c(autoplot = "refuse_object", autolayer = "refuse_object", fortify = "refuse_model")
  table <- refused_methods()
  by <- ifelse(table$generic %in% names(by), by[table$generic], "refuse_x")
  operator <- table$generic %in% c("[", "$")
  generic <- ifelse(operator, sprintf("\"%s\"", table$generic), table$generic)
  package <- ifelse(table$generic %in% names(from), paste0(from[table$generic], "::"), "")
  ours <- table$generic == "autoplot"
  sprintf("S3method(%s%s, %s, %s)", c(package, rep("", sum(ours))), c(generic, generic[ours]),
          c(table$class, table$class[ours]), c(by, by[ours]))
}

#' @evalNamespace refused_lines()
NULL

# Their first arguments are those of the generics.
refuse_x <- function(x, ...) refuse_generic(x, "x", .Generic, rlang::current_env())

refuse_object <- function(object, ...) refuse_generic(object, "object", .Generic, rlang::current_env())

refuse_model <- function(model, data, ...) refuse_generic(model, "model", .Generic, rlang::current_env())

refuse_generic <- function(x, argument, generic, call) {
  abort_argument(argument, refused_wanted[[generic]], x, call = call, hint = refused_hint(x, generic))
}

refused_wanted <- list(
  `[` = "something with rows or elements to select", `$` = "a list, whose parts have names",
  plot = drawn_words, autoplot = drawn_words, fortify = drawn_words,
  as_tibble = "something with rows, such as a study or a log",
  as.data.frame = "something with rows, such as a study or a log",
  tidy = "a result, such as a study or a table of `estimates()`",
  glance = "a result, such as a study or a table of `estimates()`",
  augment = "a study, or a table of `estimates()` or `compare_arms()`",
  autolayer = "an exact study or a table of `regret_bound()`"
)

refused_hint <- function(x, generic) {
  if (generic %in% c("autolayer", "augment", "plot", "autoplot", "fortify")) return(NULL)
  if (inherits(x, "unruly_agent")) return("`as_tibble()` has one row per arm, `agent_decisions()` one per decision.")
  if (generic == "[" && inherits(x, c("unruly_policy", "unruly_bandit"))) return("`c(a, b)` makes a list of several.")
  if (generic == "[" && inherits(x, c("unruly_log", "unruly_cycle", "unruly_spread"))) {
    return("`as_tibble()` gives a table to select rows of.")
  }
  if (inherits(x, c("unruly_policy", "unruly_bandit", "unruly_arms"))) "`run_study()` returns a result with tables."
}

# --- summaries -----------------------------------------------------------------------------

# What describes a problem is its own summary. (That of lists says how long their elements are.)
itself <- function(object, ...) {
  check_no_dots(...)
  check_object(object, "object")
  object
}

#' @export
summary.unruly_arms <- itself

#' @export
summary.unruly_bandit <- itself

#' @export
summary.unruly_policy <- itself

#' @export
summary.unruly_stop <- itself

#' @export
summary.unruly_prior <- itself

#' @export
summary.unruly_changes <- itself

#' @export
summary.unruly_delay <- itself

#' @export
summary.unruly_times <- itself

#' @export
summary.unruly_wear <- itself

#' @export
summary.unruly_context <- itself

#' @export
summary.unruly_rounds <- itself

#' @export
summary.unruly_cycle <- itself

#' @export
summary.unruly_tape <- itself

#' @export
summary.unruly_reps_until <- itself

#' @export
summary.unruly_optimum <- itself
