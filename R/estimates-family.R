# Families of rewards that the evidence of each row is about, and their scale.

# Checks what goes with a family that was given.
check_scale_of_family <- function(how, call) {
  if (!is.null(how$range)) check_range(how$range, call)
  if (!is.null(how$range) && isTRUE(how$family %in% c("gaussian", "t"))) {
    abort_argument("range", sprintf("left out with the family \"%s\"", how$family), how$range, call = call)
  }
  if (!is.null(how$sd) && !is.null(how$family) && how$family != "gaussian") {
    abort_argument("sd", sprintf("left out with the family \"%s\"", how$family), how$sd, call = call)
  }
  if (!is.null(how$sd) && !is.null(how$range)) {
    abort_combination("Either {.arg range} or {.arg sd} can state the scale of the rewards, not both.",
                      class = "unruly_error_argument", call = call)
  }
}

# Returns the family that is meant by what is given, or NULL.
stated_family <- function(how, binary) {
  how$family %||% if (!is.null(how$sd)) "gaussian" else if (!is.null(how$range)) if (binary) "bernoulli" else "bounded"
}

# --- why there is nothing ---------------------------------------------------------------

impossible <- function(text, class = NULL) list(text = text, class = class)

no_overlap <- function(text) impossible(text, "unruly_error_overlap")

keep_scores_words <- "the study was not run with `keep = c(\"summary\", \"scores\")`"

# --- how far rewards lie from their mean ------------------------------------------------------

# The sub-Gaussian parameter of each arm.
arm_deviations <- function(bandit) {
  count <- arm_count(bandit)
  sd <- bandit$arms$parameters$sd
  if (bandit$arms$kind == "gaussian" && is.numeric(sd)) rep_len(sd, count) else rep_len(bandit$arms$sd, count)
}

# The user's, one for all arms or one per arm with these names, in the place of the usual ones.
given_deviations <- function(sd, usual, arms, call) {
  if (is.null(sd)) return(usual)
  check_numbers(in_order_of_arms(sd, "sd", arms, call), "sd", size = length(usual), above = 0, call = call)
}

# --- of a study ---------------------------------------------------------------------

# By row: the family, what the rewards lie between, their sub-Gaussian parameter (NA where there is none), and whether
# they are
# 0 and 1.
scales_of_rows <- function(sums, bandits, how, scored, call) {
  rows <- tibble(family = rep(NA_character_, nrow(sums)), low = NA_real_, high = NA_real_, sd = NA_real_,
      binary = FALSE)
  for (name in names(bandits)) {
    here <- which(sums$bandit == name)
    scale <- scale_for_bandit(bandits[[name]], how, scored)
    rows[here, c("family", "low", "high", "binary")] <- scale[c("family", "low", "high", "binary")]
    if (scale$family != "gaussian") next
    alike <- has_trait(bandits[[name]], "population") # however many there were
    usual <- arm_deviations(bandits[[name]])
    sd <- given_deviations(how$sd, if (alike) usual[1] else usual, bandits[[name]]$arms$names, call)
    rows$sd[here] <- sd[if (alike) 1 else sums$arm[here]]
  }
  rows
}

scale_for_bandit <- function(bandit, how, scored) {
  range <- how$range %||% reward_scale(bandit)$range
  finite <- all(is.finite(range))
  binary <- bandit$arms$kind == "bernoulli"
  family <- stated_family(how, binary) %||%
    if (binary) "bernoulli" else if (!finite) "gaussian" else if (scored) "bounded" else "bernoulli"
  list(family = family, low = if (finite) range[1] else NA_real_, high = if (finite) range[2] else NA_real_,
       binary = binary && (is.null(how$range) || identical(as.double(how$range), c(0, 1))))
}

# Why the evidence of some bandit cannot be had, or NULL.
lacking_for_family <- function(bandits, scales, sums, how) {
  if (any(scales$family == "gaussian" & !is.finite(scales$sd))) {
    endless <- names(Filter(function(b) !is.finite(max(arm_deviations(b))), bandits))
    return(sprintf("The rewards of the bandit %s have heavy tails, for which no `sd` is valid", quoted(endless[1])))
  }
  ranged <- scales$family %in% c("bernoulli", "bounded")
  if (any(ranged & is.na(scales$low))) {
    return(sprintf("The family \"%s\" needs rewards of a known range. Supply `range`",
        scales$family[which(ranged & is.na(scales$low))[1]]))
  }
  n <- sums$pulls
  rounding <- 1e-9 * (scales$high - scales$low) + 1e-12 * pmax(abs(scales$high), abs(scales$low))
  outside <- ranged & n > 0 & (sums$mean < scales$low - rounding | sums$mean > scales$high + rounding)
  if (any(outside)) return("Rewards lie outside of `range`")
  needs <- (scales$family == "t" & is.na(sums$deviations)) | (scales$family == "bounded" & is.na(sums$apart))
  if (any(needs & n > 0)) {
    return(sprintf("The family \"%s\" needs squares of the rewards: %s", scales$family[which(needs & n > 0)[1]],
        keep_scores_words))
  }
}

# --- of a log -----------------------------------------------------------------------

# `assumed`: the scale that an agent's policy assumes.
scale_for_log <- function(log, how, assumed, call) {
  shown <- log$reward[!is.na(log$reward)]
  binary <- length(shown) > 0 && all(shown %in% c(0, 1))
  range <- how$range %||% log$range %||% assumed$range
  family <- stated_family(how, binary)
  if (is.null(family)) {
    unit <- is.null(range) || range[1] == 0 && range[2] == 1
    family <- if (binary && unit && is.null(assumed$sd)) "bernoulli" else if (!is.null(range)) "bounded" else
      if (!is.null(assumed$sd)) "gaussian"
    if (identical(family, "bernoulli") && is.null(range) && "sequence" %in% how$method) {
      inform_plain(c(i = "All rewards are 0 or 1, so the family \"bernoulli\" is taken. State `family` or `range` if others are possible."),
                   class = "unruly_message_family")
    }
  }
  if (is.null(range) && isTRUE(family %in% c("bernoulli", "bounded")) && binary) range <- c(0, 1)
  list(family = family, range = range, binary = binary && (is.null(range) || range[1] == 0 && range[2] == 1),
       sd = how$sd %||% if (identical(family, "gaussian")) assumed$sd %||% if (!is.null(range)) diff(range) / 2)
}

# Why there is no evidence from a log, or NULL.
lacking_in_log <- function(log, scale, how) {
  if (is.null(scale$family)) {
    return(impossible(paste("The log does not state the scale of its rewards. Supply `range`, `sd` or `family = \"t\"`,",
                            "e.g. `estimates(log, range = c(0, 1))`")))
  }
  if (scale$family == "gaussian" && is.null(scale$sd)) {
    return(impossible("The family \"gaussian\" needs `sd`, e.g. `estimates(log, sd = 0.5)` for rewards in [0, 1]"))
  }
  if (!scale$family %in% c("bernoulli", "bounded")) return(NULL)
  if (is.null(scale$range)) return(impossible(sprintf("The family \"%s\" needs `range`", scale$family)))
  beyond <- which(log$reward < scale$range[1] | log$reward > scale$range[2])
  if (length(beyond) > 0) {
    impossible(sprintf("Event %s has the reward %s, outside of %s", format_count(beyond[1]),
                       format_numbers(log$reward[beyond[1]]), interval_text(scale$range)))
  }
}
