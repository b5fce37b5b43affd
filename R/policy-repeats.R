# Notices policies written in R that do not repeat their choices, as they draw, read or change something outside of
# their games. Nothing can forbid that, so it is looked for: in the code once, and before and after each game or
# decision.

# Begins to watch a policy. `found`: what was found so far, see differences_since().
new_watch <- function(policy) {
  watch <- new.env(parent = emptyenv())
  watch$places <- reached_places(policy$functions)
  watch$reads <- read_outside(policy$functions)
  watch$found <- character()
  watch
}

note_before <- function(watch) list(random = random_state(), values = values_at(watch$places))

# Returns what makes choices depend on more than a description, in words named `random`, `changes` and `reads`.
differences_since <- function(watch, before) {
  if (is.null(watch$reads) && identical(note_before(watch), before)) return(NULL) # almost always
  c(random = if (!identical(random_state(), before$random)) "draws from R's random numbers",
    changes = changes_since(watch$places, before$values), reads = watch$reads)
}

# Those that were not found before.
new_differences <- function(watch, found) {
  found <- found[!names(found) %in% names(watch$found)]
  watch$found <- c(watch$found, found)
  found
}

# R's random numbers, which are the user's.
random_state <- function() get0(".Random.seed", globalenv(), inherits = FALSE)

restore_random_state <- function(state) {
  if (is.null(state)) suppressWarnings(rm(list = ".Random.seed", envir = globalenv()))
  else assign(".Random.seed", state, envir = globalenv())
}

# ---- what can change ------------------------------------------------------------------

# The variables and environments that the functions reach up to the workspace: a list of `env`, `names` (NULL: all of
# it) and `called`, the names by which they are known. What can be reached later is reached by a change of these.
reached_places <- function(functions) {
  found <- list()
  seen <- list()
  is_new <- function(x) {
    if (any(vapply(seen, identical, NA, x))) return(FALSE)
    seen <<- c(seen, list(x))
    TRUE
  }
  add <- function(env, names, called) found <<- c(found, list(list(env = env, names = names, called = called)))
  walk <- function(x, called) {
    if (is.environment(x)) {
      if (is_shared_environment(x) || !is_new(x)) return()
      add(x, NULL, called)
      for (part in contents_of(x)) walk(part, called)
    } else if (is.function(x) && !is.primitive(x)) {
      if (!is_new(x)) return()
      for (name in captured_names(x)) {
        owner <- owner_of(name, environment(x))
        add(owner, name, name)
        walk(get(name, envir = owner), name)
      }
      for (name in created_names(x)) add(globalenv(), name, name)
    } else if (is.list(x) && is.recursive(x)) {
      for (part in unclass(x)) walk(part, called)
    }
  }
  for (f in functions) walk(f, NULL)
  found
}

# Those of packages and the workspace belong to all of R.
is_shared_environment <- function(env) {
  isNamespace(env) || identical(env, globalenv()) || identical(env, baseenv()) || identical(env, emptyenv()) ||
    !is.null(attr(env, "name"))
}

contents_of <- function(env) {
  tryCatch(as.list.environment(env, all.names = TRUE, sorted = TRUE), error = function(e) NULL) # a promise that fails
}

# Names that a function assigns by `<<-` and that are not there yet: they will be in the workspace.
created_names <- function(f) {
  found <- character()
  walk <- function(x) {
    if (rlang::is_call(x, "<<-")) {
      name <- all.names(x[[2]])
      name <- name[length(name) > 0 & name != "$" & name != "[" & name != "[["]
      if (length(name) > 0 && is.null(owner_of(name[1], environment(f)))) found <<- c(found, name[1])
    }
    if (is.call(x)) lapply(Filter(function(part) !identical(part, quote(expr = )), as.list(x)), walk)
  }
  walk(body(f))
  unique(found)
}

values_at <- function(places) {
  lapply(places, function(place) {
    if (is.null(place$names)) contents_of(place$env) else get0(place$names, place$env, inherits = FALSE)
  })
}

changes_since <- function(places, before) {
  now <- values_at(places)
  if (identical(now, before)) return(NULL)
  changed <- !mapply(identical, now, before)
  names <- unique(vapply(places[changed], function(place) place$called, ""))
  if (length(names) == 0) return(NULL)
  sprintf("changes %s outside of its functions", paste(in_code(utils::head(names, 3)), collapse = ", "))
}

# ---- what is read ---------------------------------------------------------------------

# Functions of R whose answers are others at another time or place.
changing_sources <- c("Sys.time", "Sys.Date", "date", "proc.time", "system.time", "getOption", "options", "Sys.getenv",
                      "Sys.getpid")

# Returns the names outside of a policy that the code of its functions, or of functions that they call, reads.
read_outside <- function(functions) {
  seen <- list()
  found <- character()
  walk <- function(f) {
    if (is.primitive(f) || any(vapply(seen, identical, NA, f))) return()
    seen <<- c(seen, list(f))
    captured <- captured_names(f)
    used <- intersect(changing_sources, all.names(body(f)))
    found <<- c(found, setdiff(used, c(captured, names(formals(f)))))
    for (name in captured) {
      value <- get(name, envir = owner_of(name, environment(f)))
      if (is.function(value)) walk(value)
    }
  }
  for (f in functions) walk(f)
  if (length(found) > 0) sprintf("reads %s", in_code(sprintf("%s()", unique(found)[1])))
}

# ---- saying so ------------------------------------------------------------------------

unrepeated_words <- function(found) paste(found, collapse = ", ")

unrepeated_classes <- function(found) {
  c(if ("random" %in% names(found)) "unruly_warning_random",
    if (any(names(found) != "random")) "unruly_warning_outside")
}

# Returns the advice of a warning.
unrepeated_remedy <- function(found, policy) {
  paste(c(
    if ("random" %in% names(found)) "The view has numbers of its own: `view$runif(n)`, `view$rnorm(n)`.",
    if ("changes" %in% names(found)) if (policy$constructor == "policy_index")
      "A policy made by `policy_custom()` has a state of its own in each game." else
      "Keep it in the state, which `start` makes for each game and `observe` returns.",
    if ("reads" %in% names(found)) "Read it before, and pass the value to the policy."), collapse = " ")
}

warn_unrepeated <- function(found, policy, of, call) {
  warn_cli(c("The policy {.strong {policy$label}} {unrepeated_words(found)}: its choices may follow from more than the seed of the {of}.",
             i = "{unrepeated_remedy(found, policy)}"),
           class = unrepeated_classes(found), call = call)
}
