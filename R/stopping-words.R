# A design in words: what prints, a paragraph for a protocol, a row of its numbers.

#' @exportS3Method pillar::tbl_sum
tbl_sum.unruly_design <- function(x, ...) {
  if (!is_complete(x)) return(NextMethod())
  c("Trial design" = design_headline(x))
}

# "2 arms, 4 looks, one-sided error 0.025, O'Brien-Fleming; at most 478 patients, 359 expected; power 0.900 at 0.3"
design_headline <- function(x) {
  plan <- plan_of_design(x)
  first <- paste(c(count_of(plan$count, "arm"), count_of(nrow(x), "look"), error_words(plan), shape_words(plan),
                   if (plan$margin != 0) paste("margin", format_numbers(plan$margin)),
                   if (plan$rivals > 1) adjust_words[[plan$adjust]]), collapse = ", ")
  if (!counts_patients(x)) return(paste0(first, if (nrow(x) > 1) "; looks at parts of the information"))
  if (is.null(plan$means)) return(sprintf("%s; at most %s", first, count_of(x$at[nrow(x)], "patient")))
  paste(c(first, sprintf("at most %s%s", count_of(x$at[nrow(x)], "patient"),
                         if (is.na(plan$size_planned)) "" else sprintf(", %.0f expected", plan$size_planned)),
          sprintf("power %.3f at %s", x$power[nrow(x)], format_numbers(planned_effect(plan)))), collapse = "; ")
}

adjust_words <- c(dunnett = "Dunnett", bonferroni = "Bonferroni", none = "each at its own error")

error_words <- function(plan) {
  sprintf("%s error %s", if (plan$sides == 2) "two-sided" else "one-sided", format_numbers(plan$error))
}

names_of_shapes <- c(obrien_fleming = "O'Brien-Fleming", pocock = "Pocock", haybittle_peto = "Haybittle-Peto")

shape_words <- function(plan) {
  if (!is.null(plan$spending)) return(paste(spending_words(plan$spending), "spending"))
  if (is.numeric(plan$shape)) sprintf("Wang-Tsiatis %s", format_numbers(plan$shape)) else names_of_shapes[[plan$shape]]
}

spending_words <- function(spending) {
  if (is.function(spending)) return("a function's")
  if (is.numeric(spending)) return(sprintf("Hwang-Shih-DeCani (%s)", format_numbers(spending)))
  names_of_shapes[[spending]]
}

# The greatest difference planned.
planned_effect <- function(plan) max(plan$means[-plan$control]) - plan$means[plan$control]

#' @rdname trial_design
#' @param x A design.
#' @export
toString.unruly_design <- function(x, ...) {
  check_no_dots(...)
  check_class(x, "x", "unruly_design", wanted_design)
  plan <- plan_of_design(x)
  paste(c(arms_sentence(plan), looks_sentence_of_design(x, plan), limits_sentence(x, plan), futility_sentence(x, plan),
          power_sentence(x, plan), method_sentence()), collapse = " ")
}

wanted_design <- "what `trial_design()` returned"

arm_of_plan <- function(plan, k) if (is.null(plan$names)) paste("arm", k) else plan$names[k]

arms_sentence <- function(plan) {
  rivals <- arm_of_plan(plan, seq_len(plan$count)[-plan$control])
  if (length(rivals) > 4) rivals <- count_of(length(rivals), "arm")
  equal <- length(unique(plan$ratio)) == 1
  ratio <- if (equal) "equal numbers" else
    sprintf("the ratio %s", paste(format_numbers(plan$ratio), collapse = ":"))
  control <- arm_of_plan(plan, plan$control)
  sprintf("The trial compares %s with the control%s, allocated in %s. The null hypothesis is that %s.",
          join_and(rivals), if (control == "control") "" else sprintf(" (%s)", control), ratio,
          null_words(plan, if (plan$rivals == 1) rivals else "an arm"))
}

null_words <- function(plan, arm) {
  than <- if (plan$sides == 2) "as good as" else "not better than"
  if (plan$margin == 0) return(sprintf("%s is %s the control", arm, than))
  sprintf("the difference between %s and the control is %s%s%s", arm, if (plan$sides == 2) "" else "at most ",
          format_numbers(plan$margin), if (plan$sides == 1 && plan$margin < 0) " (non-inferiority)" else "")
}

join_and <- function(words) {
  if (length(words) == 1) return(words)
  paste(paste(words[-length(words)], collapse = ", "), "and", words[length(words)])
}

looks_sentence_of_design <- function(x, plan) {
  if (!counts_patients(x) && nrow(x) == 1) return("There is one analysis.")
  at <- if (counts_patients(x)) format_count_each(x$at) else sprintf("%.0f%%", 100 * x$information)
  if (nrow(x) > 12) at <- c(at[1:3], "...", at[nrow(x)])
  sprintf("There %s, %s.", if (nrow(x) == 1) "is one analysis" else
    paste("are", count_of(nrow(x), "analysis", "analyses")),
    sprintf(if (counts_patients(x)) "after %s patients of all arms" else "at %s of the information", join_and(at)))
}

# The unit is the user's: parts of something, or patients where they are whole numbers and not just those of the looks.
counts_patients <- function(design) {
  at <- design$at
  !is.null(plan_of_design(design)$means) || all(at == round(at)) && any(at != seq_along(at))
}

format_count_each <- function(at) vapply(at, format_numbers, "")

limits_sentence <- function(x, plan) {
  over <- switch(if (plan$rivals == 1) "one" else plan$adjust, one = "",
                 dunnett = ", over all comparisons with the control (Dunnett)",
                 bonferroni = sprintf(", divided by %d comparisons (Bonferroni)", plan$rivals),
                 none = " for each comparison")
  claims <- if (plan$margin == 0) c("An arm is claimed to be better", "to be worse") else
    c("A greater difference is claimed", "a smaller one")
  limits <- short_limits(x$upper)
  claimed <- sprintf("%s at an analysis at which the statistic Z is at least %s%s%s", claims[1], join_and(limits),
                     if (length(limits) > 1) " in turn" else "",
                     if (plan$sides == 2) sprintf(", and %s where Z is at most as much below 0", claims[2]) else "")
  after <- if (plan$claim == "graduates") "; the arm then graduates and the others go on." else
    if (plan$rivals == 1) "; that ends the trial." else
    "; that ends the trial, and of several such arms the one with the greatest Z is claimed."
  sprintf("The %s over all analyses%s is kept by limits of %s%s. %s%s", error_words(plan), over, shape_words(plan),
          shape_references(plan), claimed, after)
}

short_limits <- function(limits) {
  shown <- numbers_of_limits(limits, "no limit")
  if (length(unique(shown)) == 1) return(shown[1])
  if (length(shown) > 12) shown <- c(shown[1:3], "...", shown[length(shown)])
  shown
}

shape_references <- function(plan) {
  if (is.function(plan$spending)) return("")
  if (is.numeric(plan$spending)) return(" (Hwang, Shih and DeCani 1990)")
  if (!is.null(plan$spending)) return(" (Lan and DeMets 1983)")
  if (is.numeric(plan$shape)) return(" (Wang and Tsiatis 1987)")
  c(obrien_fleming = " (O'Brien and Fleming 1979)", pocock = " (Pocock 1977)",
    haybittle_peto = " (Haybittle 1971)")[[plan$shape]]
}

futility_sentence <- function(x, plan) {
  if (all(x$lower == -Inf) || plan$sides == 2) return(NULL)
  spends <- if (is.null(plan$futility_spending)) "" else
    sprintf(", which spend the error of the second kind by %s", spending_words(plan$futility_spending))
  sprintf("%s where Z is at most %s%s; these limits are %s.",
          if (plan$rivals == 1) "The trial stops for futility" else "An arm is dropped for futility",
          join_and(short_limits(x$lower[-nrow(x)])), spends, if (plan$binding) "binding" else "not binding")
}

power_sentence <- function(x, plan) {
  if (is.null(plan$means)) return(NULL)
  outcome <- paste(if (plan$family == "gaussian") "means" else "probabilities", numbers_and(plan$means))
  if (plan$family == "gaussian") outcome <- sprintf("%s (standard deviation %s)", outcome, format_numbers(plan$sd))
  size <- if (is.na(plan$size_planned)) "" else
    sprintf(", %.0f expected, and %.0f if %s", plan$size_planned, plan$size_null,
            if (plan$margin == 0) "no arm differs" else "the difference is the margin")
  exact <- if (is.null(plan$size_exact) || !is.null(plan$planned_most)) "" else
    sprintf(" (%.1f before rounding, %.3f times those of one analysis)", plan$size_exact, plan$inflation)
  best <- if (plan$rivals > 1 && !is_joint(plan)) " to claim the best arm" else ""
  sprintf("With %s the power%s is %.3f. At most %s are needed%s%s.", outcome, best, x$power[nrow(x)],
          count_of(x$at[nrow(x)], "patient"), exact, size)
}

numbers_and <- function(x) join_and(vapply(x, format_numbers, ""))

method_sentence <- function() {
  paste("Limits, power and sizes were computed by recursion over the analyses (Jennison and Turnbull 2000, chapter 19)",
        sprintf("with unruly %s.", utils::packageVersion("unruly")))
}

#' @exportS3Method generics::glance unruly_design
glance.unruly_design <- function(x, ...) {
  check_no_dots(...)
  check_class(x, "x", "unruly_design", wanted_design)
  plan <- plan_of_design(x)
  number <- function(name) as.double(plan[[name]] %||% NA)
  tibble(arms = plan$count, looks = nrow(x), error = plan$error, sides = plan$sides, limits = shape_words(plan),
         futility = !is.null(plan$futility) || !is.null(plan$futility_spending), binding = plan$binding,
         control = arm_of_plan(plan, plan$control), margin = plan$margin, adjust = plan$adjust, claim = plan$claim,
         power = x$power[nrow(x)], size = if (counts_patients(x)) x$at[nrow(x)] else NA_real_,
         size_exact = number("size_exact"),
         size_planned = number("size_planned"), size_null = number("size_null"), drift = number("drift"),
         inflation = number("inflation"))
}

check_design <- function(design, argument = "design", call = rlang::caller_env()) {
  if (missing(design)) abort_missing(argument, call, wanted_design)
  check_class(design, argument, "unruly_design", wanted_design, call,
              hint = if (is.numeric(design)) "Limits as numbers go to `upper`, with `looks`.")
}
