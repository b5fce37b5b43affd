# Limits that follow the information seen in a game: what of a design a rule takes along, as the core reads it
# (src/stopping/observed.h).

# The numbers of a design's rule, or NULL where its limits are those planned. `observed`: as given to stop_boundary().
observed_of_design <- function(design, observed, call) {
  if (is.null(design)) {
    if (is.null(observed) || identical(observed, FALSE)) return(NULL)
    if (is.numeric(observed)) return(observed)
    abort_combination("{.arg observed} needs {.arg design}.", class = "unruly_error_argument", call = call)
  }
  plan <- plan_of_design(design)
  why <- why_not_observed(plan)
  if (!check_flag(observed %||% is.null(why), "observed", call = call)) return(NULL)
  if (!is.null(why)) {
    abort_combination("{.code observed = TRUE} is not for this design: {why}.", class = "unruly_error_argument",
                      call = call)
  }
  most <- plan$planned_most %||% design$at[nrow(design)]
  c(law_of_spending(plan$spending, error_of_rival(plan) / plan$sides), design$at / most,
    planned_information(plan, most))
}

why_not_observed <- function(plan) {
  if (is.null(plan$spending)) return("it has no `spending`")
  if (is.function(plan$spending)) return("its `spending` is a function")
  if (!is.null(plan$futility_spending)) return("it has `futility_spending`")
  if (plan$binding) return("its limits for futility are binding")
  if (is_joint(plan)) "its limits are for several arms together (`adjust = \"dunnett\"`)"
}

# The law's number in the core, its parameter and the error of a side.
law_of_spending <- function(spending, error) {
  if (is.numeric(spending)) return(c(1, spending, error))
  if (spending == "obrien_fleming") c(2, stats::qnorm(1 - error / 2), error) else c(3, 0, error)
}

# By arm, n n_0 / (n + n_0) of so many patients in all.
planned_information <- function(plan, size) {
  share <- plan$ratio / sum(plan$ratio)
  size * share * share[plan$control] / (share + share[plan$control])
}

check_numbers_observed <- function(rule, call = rlang::caller_env()) {
  given <- rule$parameters
  if (is.null(given$observed)) return(rule)
  looks <- length(given$upper)
  first <- given$observed[seq_len(min(3, length(given$observed)))]
  good <- length(given$observed) >= 5 + looks && first[1] %in% 1:3 && first[3] > 0 && looks <= 200 &&
    all(given$observed[-(1:3)] > 0)
  if (good) return(rule)
  abort_argument("observed", "TRUE, FALSE, or numbers as `as_code()` writes them", given$observed, call = call)
}

follows_information <- function(rule) !is.null(rule$parameters$observed)

# --- the limits at what was seen ------------------------------------------------------------

# Reads the numbers of a rule.
law_of_rule <- function(rule) {
  law_of_numbers(rule$parameters$observed, length(rule$parameters$upper), if (has_two_sides(rule)) 2 else 1)
}

law_of_design <- function(design) {
  law_of_numbers(observed_of_design(design, TRUE, NULL), nrow(design), plan_of_design(design)$sides)
}

law_of_numbers <- function(numbers, looks, sides) {
  list(spending = switch(numbers[1], numbers[2], "obrien_fleming", "pocock"), error = numbers[3], sides = sides,
       planned = numbers[3 + seq_len(looks)], information = numbers[-seq_len(3 + looks)])
}

# Upper limits at looks at these parts of the information planned, of which the last one is the trial's last if `final`.
limits_as_observed <- function(law, times, final) {
  spent <- error_spent(law$spending, pmin(times, 1), law$error * law$sides, law$sides)
  if (final) spent[length(spent)] <- law$error * law$sides
  limits_of_spending(spent, times, law$sides, rep(-Inf, length(times)))
}

# --- without simulation ----------------------------------------------------------------------

# Exact studies know no past: limits can follow where the counts at the looks are the same in all games.
rule_at_known_counts <- function(rule, policies, bandits, horizon, call) {
  if (joins_stops(rule)) {
    rule$parts <- lapply(rule$parts, rule_at_known_counts, policies, bandits, horizon, call)
    return(rule)
  }
  if (!follows_information(rule)) return(rule)
  looks <- rule$parameters$looks
  made <- which(looks <= horizon)
  law <- law_of_rule(rule)
  of_bandit <- function(bandit) {
    lapply(policies, times_at_looks, looks[made], law, control_number(rule, bandit$arms), bandit$arms$count)
  }
  times <- unique(do.call(c, lapply(unname(bandits), of_bandit)))
  if (length(times) != 1 || is.null(times[[1]])) refuse_unknown_counts(call)
  final <- length(made) == length(looks) || max(looks[made], 0) == horizon
  as_planned <- length(made) == length(looks) && max(abs(times[[1]] - law$planned)) < 1e-9
  if (length(made) > 0 && !as_planned) {
    rule$parameters$upper[made] <- pmin(limits_as_observed(law, times[[1]], final), largest_number)
  }
  rule$parameters$observed <- NULL
  rule
}

control_number <- function(rule, arms) {
  control <- rule$parameters$control
  if (is.character(control)) match(control, arms$names) else control
}

# Parts of the information planned at these rounds, the same for all rivals and in all games, or NULL.
times_at_looks <- function(policy, looks, law, control, count) {
  p <- policy$parameters
  target <- if (is.numeric(p$target)) p$target else rep(1, count)
  fixed <- policy$constructor == "policy_allocation" && (is.numeric(p$target) || identical(p$target, "equal")) &&
    identical(p$rule %||% "block", "block") && is.null(p$control_share) && p$burn_in == 0 && length(target) == count
  if (!fixed) return(NULL)
  block <- p$block %||% sum(target)
  share <- target / sum(target)
  whole <- function(x) all(abs(x - round(x)) < 1e-9)
  if (!whole(looks / block) || !whole(block * share) || length(law$information) < count) return(NULL)
  k <- seq_len(count)[-control]
  part <- unique(signif(share[k] * share[control] / (share[k] + share[control]) / law$information[k], 12))
  if (length(part) == 1) looks * part
}

refuse_unknown_counts <- function(call) {
  abort_combination(c("Limits at the information observed depend on the past, of which exact studies know nothing.",
                      i = paste("They follow where all policies are {.fn policy_allocation} in fixed blocks that end at",
                                "the looks; else use {.code stop_boundary(design, observed = FALSE)} or {.fn run_study}.")),
                    class = "unruly_error_argument", call = call)
}
