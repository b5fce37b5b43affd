# Every rule of every type, as its struct in C says it: the glue and R's constructors hold to it.

# The constructor in R of a type, and the names of its arguments where they are others.
constructors <- c(arms_beta_mean = "arms_beta", arms_tape_pull = "arms_tape", arms_tape_round = "arms_tape",
                  trait_population = "mortal_arms", trait_replay = "bandit_replay", trait_delay = "delay_fixed")
constructor_of_type <- function(type) {
  if (type %in% names(constructors)) return(constructors[[type]])
  sub("^trait_", "with_", type)
}
arguments <- c("trait_entries first" = "from")

# What has no argument: it is made of others, in another form. Those with one in another form
# are checked by the tests of their constructors.
made_of_others <- c(
  "width", "base", "code", "tells", "laws", "of_arm", "law", "reference", "vain", "round_beta", "round_c", "round_sizes", "shown",
  "reward", "pool", "pool_from", "pool_members", "propensity", "context", "context_size", "trait_fairness first", "arms_empirical value",
  "arms_empirical from", "trait_delay mean", "trait_delay chance", "trait_delay from"
)
other_form <- c("policy_epsilon_greedy epsilon", "policy_epsilon_greedy decay", "policy_ars_ucb round_size", "spread_custom weights",
                "trait_replay start", "trait_replay block", "policy_fc_entry n_cycle", "trait_waiting delay", "trait_waiting pay",
                "arms_linear context", "trait_spread spread")

first_inside <- function(rule) {
  from <- !is.na(rule$from) || !is.na(rule$beyond)
  at <- c(if (from) c(9, rule$greatest), 1, 0.5, 2, rule$least, rule$greatest)
  at[at > rule$least - !rule$above & at >= rule$least & at <= rule$greatest & (at != rule$least | !rule$above) &
       (at != rule$greatest | !rule$below)][1]
}

# As many numbers as a rule wants of two arms, all of them `x`.
sized <- function(rule, x) {
  many <- switch(rule$size, one = x, rows = matrix(x, 2, 2), rep(x, 2))
  if (rule$increasing) many <- if (x >= rule$greatest - 1) c(0.5 * x - 0.5 * x %% 2, x) else c(x, max(x + 1, 0))
  many
}

working_value <- function(rule) {
  if (rule$kind == "text") return(if (is.na(rule$text)) "any" else strsplit(rule$text, "|", fixed = TRUE)[[1]][1])
  sized(rule, first_inside(rule))
}

next_to <- function(x, direction, whole) {
  if (whole) return(x + direction * max(1, abs(x) * 2^-52))
  x + direction * max(abs(x) * 2^-50, 1e-300)
}

accepted_values <- function(rule) {
  if (rule$kind == "text") return(as.list(strsplit(if (is.na(rule$text)) "any" else rule$text, "|", fixed = TRUE)[[1]]))
  whole <- rule$kind != "number"
  ends <- c(if (!rule$above) rule$least, if (is.finite(rule$least)) next_to(rule$least, 1, whole), if (is.finite(rule$greatest)) next_to(rule$greatest, -1, whole),
            if (!rule$below) rule$greatest)
  lapply(ends, function(x) sized(rule, x))
}

refused_values <- function(rule) {
  if (rule$kind == "text") return(c(if (!is.na(rule$text)) list("none of these", ""), list(1)))
  whole <- rule$kind != "number"
  outside <- c(if (is.finite(rule$least)) next_to(rule$least, -1, whole), if (rule$above) rule$least, if (rule$below) rule$greatest,
               if (is.finite(rule$greatest)) next_to(rule$greatest, 1, whole), if (whole) rule$least + 0.5)
  c(lapply(outside[is.finite(outside)], function(x) replace(sized(rule, x), 1, x)), list("a"),
    if (rule$size != "any") list(if (rule$size == "rows") matrix(1, 3, 2) else rep(first_inside(rule), 3)),
    if (rule$increasing) list(rev(working_value(rule))))
}

wrong <- function(type, parameters) .Call(unruly:::C_wrong_parameters, type, parameters, 2)

test_that("the glue accepts what a rule allows, up to its limits, and refuses what is beyond, of another size or type", {
  for (type in .Call(unruly:::C_types)) {
    rules <- unruly:::rules_of(type)
    works <- lapply(rules, working_value)
    expect_null(wrong(type, works), info = type)
    expect_match(wrong(type, c(works, unheard_of = 1)), "unheard_of")
    for (rule in rules) {
      alone <- if (is.na(rule$from) && is.na(rule$beyond)) works else works[c(rule$from, rule$beyond, rule$name)]
      for (value in accepted_values(rule)) {
        given <- replace(works, rule$name, list(value))
        for (later in rules) if (rule$name %in% c(later$from, later$beyond)) given[[later$name]] <- sized(later, later$greatest)
        if (!is.na(rule$from) || !is.na(rule$beyond)) given[[stats::na.omit(c(rule$from, rule$beyond))]] <- NULL
        if (length(given) < length(works)) next
        expect_null(wrong(type, given), info = paste(type, rule$name, paste(format(value, digits = 17), collapse = " ")))
      }
      for (value in refused_values(rule)) {
        expect_match(wrong(type, replace(works, rule$name, list(value))) %||% "nothing", rule$name, fixed = TRUE,
                     info = paste(type, rule$name, paste(format(value, digits = 17), collapse = " ")))
      }
      if (rule$kind != "text") {
        expect_error(wrong(type, replace(works, rule$name, list(replace(works[[rule$name]], 1, NA)))), class = "unruly_error_object")
      }
    }
  }
})
