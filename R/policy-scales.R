# Scales of rewards. A policy that is given none takes what the bandit states, once a study, an exact study or an agent
# is made; and confidence bounds and step sizes are made for rewards of a known scale, which may not be the bandit's.

# --- scales that come from the bandit --------------------------------------------------

# A policy as it plays rewards that are stated to be so (stated_scale()) and arms with these names; one whose scale is
# given plays all alike.
resolve_policy <- function(policy, stated, arms = NULL, call = rlang::caller_env()) {
  of_arms(with_stated_scale(policy, stated), arms, call)
}

# Puts what is given by arm in the order of the arms.
of_arms <- function(policy, arms, call) {
  for (part in intersect(c("stream", "policy"), names(policy))) policy[[part]] <- of_arms(policy[[part]], arms, call)
  argument <- if (is.null(policy$parameters$penalty)) "delay" else "penalty"
  policy$parameters <- parameters_of_arms(policy$parameters, argument, arms, call)
  policy
}

with_stated_scale <- function(policy, stated) {
  if (!is.null(policy$stream)) policy$stream <- with_stated_scale(policy$stream, stated)
  if (!is.null(policy$policy)) policy$policy <- with_stated_scale(policy$policy, stated)
  if (is.null(open_word(policy))) return(policy)
  scale <- resolved_scale(policy$constructor, policy$parameters, stated)
  given <- policy$parameters
  given[names(scale)] <- scale
  made <- .Call(C_describe, policy$constructor, lapply(given, describe_own), NULL, 1)
  if (is.character(made)) abort_glue(edited_text(made, policy))
  policy$parameters <- with_names_given(made$parameters, given)
  policy
}

# All policies as they play a bandit. A study asks three times for the same ones: whether they can play, whether their
# scales fit, and to start; so the latest are kept.
resolve_policies <- function(policies, bandit, call = rlang::caller_env()) {
  asked <- list(policies, stated_scale(bandit), bandit$arms$names)
  if (!identical(latest_resolved$asked, asked)) {
    latest_resolved$made <- lapply(policies, resolve_policy, asked[[2]], asked[[3]], call)
    latest_resolved$asked <- asked
  }
  latest_resolved$made
}

latest_resolved <- new.env(parent = emptyenv())

# Returns the policies of all bandits one after the other, in the order of the cells of a study.
resolved_cells <- function(description) {
  unlist(lapply(unname(description$bandits), function(b) unname(resolve_policies(description$policies, b))),
         recursive = FALSE)
}

# Returns the scale of a type: what is given of it, and for the rest what is stated.
resolved_scale <- function(type, given, stated) {
  rules <- rules_of(type)
  takes <- intersect(scale_names, names(rules))
  if (identical(given$index, "kl")) takes <- setdiff(takes, "sd") # a divergence
  bounds <- stated$range %||% c(0, 1)
  free <- is.null(stated$range) && !is.null(stated$sd)
  noise <- if (!free) diff(bounds) / 2 else if (is.finite(stated$sd)) stated$sd else 1
  if (!"family" %in% takes) {
    by_noise <- !"range" %in% takes || "sd" %in% takes && free && is.finite(stated$sd)
    return(if (by_noise) list(sd = noise) else list(range = bounds))
  }
  if (isTRUE(stated$lives) && is.null(given$family) && knows_hazards(type, given)) return(list(family = "survival"))
  ranged <- is_always_ranged(rules)
  # One that takes no scale beside the family is made for rewards in [0, 1].
  fits <- !free && !isTRUE(stated$sums) && (length(takes) > 1 || bounds[1] >= 0 && bounds[2] <= 1)
  family <- given$family %||% if (fits || ranged) "bernoulli" else "gaussian" # a sum may be anything
  scale <- c(list(family = family), if (family == "bernoulli" || ranged) list(range = bounds) else list(sd = noise))
  scale[names(scale) %in% takes]
}

# Returns whether it is made for times lived, too: allocations if they go by posteriors.
knows_hazards <- function(type, given) {
  choices <- strsplit(rules_of(type)$family$text, "|", fixed = TRUE)[[1]]
  "survival" %in% choices && (type != "policy_allocation" || isTRUE(given$target[1] %in% c("best", "better")))
}

# Returns whether a policy or a rule is of the family "survival", which counts those who are still followed.
goes_by_hazards <- function(x) identical(x$parameters$family, "survival")

# Divergences, all of rewards in a range.
is_always_ranged <- function(rules) "range" %in% names(rules) && is.na(rules$range$only_if)

# With the scales that the core takes for usual, whatever the bandit.
usual_scaled <- function(policy) {
  if (!is.null(policy$policy)) policy$policy <- usual_scaled(policy$policy)
  if (is.null(open_word(policy))) return(policy)
  by_noise <- identical(policy$parameters$family, "gaussian") || identical(taken_scales(policy), "sd")
  with_stated_scale(policy, if (by_noise) list(sd = 1) else list(range = c(0, 1)))
}

# Returns the scale that a policy has.
scale_in <- function(policy) policy$parameters[intersect(scale_names, names(policy$parameters))]

# Returns the scale of rewards that a policy is made for, or NULL: `range` and, if rewards must lie in it, `place`; or
# `sd`.
assumed_scale <- function(policy) {
  given <- policy$parameters
  if (policy$constructor == "policy_flearn") return(assumed_by_flearn(given))
  listed <- registry()
  made_for <- listed$made_for[match(policy$constructor, listed$constructor)]
  if (!is.na(made_for) && made_for > 0) return(list(range = c(0, 1), place = if (made_for == 2) TRUE))
  takes <- taken_scales(policy)
  if (length(takes) == 0 || is.null(given$range)) return(if ("sd" %in% takes && !is.null(given$sd)) given["sd"])
  # Another range of theirs may be that of the means, so it is taken as it is.
  if (startsWith(policy$constructor, "policy_ag") && !identical(given$range, c(0, 1))) return(NULL)
  list(range = given$range, place = if ("family" %in% takes || !"sd" %in% takes) TRUE)
}

assumed_by_flearn <- function(given) {
  if (given$learner == "ucb1") return(list(range = c(0, 1), place = NULL))
  if (!is.null(given$family)) switch(given$family, bernoulli = list(range = c(0, 1), place = TRUE), list(sd = 1))
}

# Returns what is said of the scales that came from the bandits: "SE sd = 0.5; Thompson bernoulli on [0, 1]"; NULL if
# none did.
scales_text <- function(description) {
  came <- vapply(description$policies, function(policy) !is.null(open_word(assuming(policy))), NA)
  texts <- lapply(description$bandits, function(bandit) {
    unlist(lapply(unname(resolve_policies(description$policies, bandit)[came]), function(policy) {
      rlang::set_names(scale_words(scale_in(assuming(policy))), policy$label)
    }))
  })
  if (length(unlist(texts)) == 0) return(NULL)
  common <- all(vapply(texts, identical, NA, texts[[1]]))
  lines <- vapply(if (common) texts[1] else texts, one_scale_text, "") # word ok
  paste0("Scales: ", paste(if (common) lines else paste0(names(lines), ": ", lines), collapse = " | "))
}

one_scale_text <- function(texts) {
  labels <- split(names(texts), factor(texts, unique(texts)))
  names <- vapply(labels, function(l) {
    paste0(paste(utils::head(l, 3), collapse = ", "), if (length(l) > 3) sprintf(" and %d more", length(l) - 3))
  }, "")
  paste(names, names(labels), collapse = "; ")
}

# "bernoulli on [0, 1]", "sd = 0.5", "on [0, 1]"
scale_words <- function(scale) {
  size <- if (!is.null(scale$range)) paste("on", interval_text(scale$range)) else
    if (!is.null(scale$sd)) paste("sd =", format_numbers(scale$sd))
  if (is.null(scale$family)) return(size)
  paste0(scale$family, if (is.null(scale$range) && !is.null(size)) ", " else if (!is.null(size)) " ", size)
}

# --- scales that do not fit -------------------------------------------------------------

# One warning a study, with the argument that would mend it.
check_scales <- function(description) {
  tell_wide(description)
  scales <- lapply(description$bandits, reward_scale)
  played <- lapply(description$bandits, function(b) resolve_policies(description$policies, b))
  texts <- lapply(seq_along(description$policies), function(i) {
    plays <- lapply(played, function(policies) assuming(policies[[i]]))
    wrong <- !mapply(plays_right, plays, scales)
    # Bandits for which the policy assumes the same share a line.
    groups <- split(names(scales)[wrong], match(lapply(plays[wrong], assumed_scale), lapply(plays, assumed_scale)))
    lapply(unname(groups), function(group) {
      policy <- plays[[group[1]]]
      rlang::set_names(misfit_text(policy, scales[group]), policy$label)
    })
  })
  texts <- unlist(texts)
  if (length(texts) == 0) return(invisible())
  lines <- misfit_lines(texts)
  warn_plain(c("The rewards are on another scale than some policies are made for.",
               rlang::set_names(lines, rep("x", length(lines))),
               i = "Too narrow a scale explores too little, and regret may grow like T."),
             class = "unruly_warning_scale")
}

# Returns whether it is an allocation that learns nothing of rewards.
allots_by_plan <- function(policy) {
  target <- policy$parameters$target
  policy$constructor == "policy_allocation" && (is.null(target) || is.numeric(target) || identical(target, "equal"))
}

plays_right <- function(policy, scale) {
  if (allots_by_plan(policy)) return(TRUE)
  assumes <- assumed_scale(policy)
  is.null(assumes) || fits(assumes, scale)
}

# A scale that was given, but is twice as wide as what the bandit states, or more: it costs rounds.
tell_wide <- function(description) {
  texts <- lapply(lapply(description$policies, assuming), function(policy) {
    assumes <- assumed_scale(policy)
    if (is.null(assumes) || !takes_scale(policy) || allots_by_plan(policy)) return(NULL)
    wide <- Filter(function(b) is_wide(assumes, stated_scale(b)), description$bandits)
    if (length(wide) > 0) rlang::set_names(wide_text(policy, wide), policy$label)
  })
  texts <- unlist(unname(texts))
  if (length(texts) == 0) return(invisible())
  lines <- misfit_lines(texts)
  inform_plain(c("Some policies assume a much wider scale of rewards than the bandits state.",
                 rlang::set_names(lines, rep("x", length(lines))),
                 i = paste("They explore more than they need to.",
                           "Without `range` and `sd` a policy takes the scale from the bandit.")),
               class = "unruly_message_scale")
}

# Returns whether a scale is at least twice as wide as rewards; without bounds nothing says how wide it should be.
is_wide <- function(assumes, stated) {
  bounded <- !is.null(stated$range)
  by_noise <- isTRUE(is.finite(stated$sd)) && !isTRUE(assumes$place)
  width <- if (bounded) diff(stated$range) else if (by_noise) 2 * stated$sd
  !is.null(width) && scale_width(assumes) >= 2 * width * (1 - 1e-9)
}

scale_width <- function(assumes) if (is.null(assumes$sd)) diff(assumes$range) else 2 * assumes$sd

wide_text <- function(policy, bandits) {
  stated <- lapply(bandits, stated_scale)
  words <- vapply(stated, function(s) if (is.null(s$range)) paste("a standard deviation of", format_numbers(s$sd)) else
    paste("rewards in", interval_text(s$range)), "")
  sprintf("made for %s; %s: %s.", made_for_text(assumed_scale(policy)), few_names(names(bandits)),
          paste(utils::head(unique(words), 3), collapse = ", "))
}

# --- the scale of a bandit's rewards -------------------------------------------

# `range` bounds them, `likely` nearly all of them, `sd` is their noise.
reward_scale <- function(bandit) {
  if (!is.null(bandit$traits$waiting$parameters$pay)) {
    return(list(range = c(0, 1), likely = c(0, 1), sd = 0.5))
  }
  scale <- unclass(bandit$arms)[c("range", "likely", "sd")]
  # To a policy that takes means for fixed, the changes of a constant are noise.
  moves <- bandit$arms$kind == "constant" && (has_trait(bandit, "changes") || has_trait(bandit, "wear"))
  if (moves) scale$sd <- max(scale$sd, diff(scale$likely) / 2)
  scale
}

# Returns what a bandit states about its rewards before any is seen: `range`, finite bounds; or `sd`, the greatest
# sub-Gaussian parameter of an arm, Inf for heavy tails; or NULL. `sums`: rewards that arrive together can leave the
# range. `lives`: they are times lived. The numbers of a table are what a policy is to find out, so these arms state a
# range only if they were given one, or if all lie in [0, 1].
stated_scale <- function(bandit) {
  c(stated_of_arms(bandit), if (has_trait(bandit, "spread")) list(sums = TRUE),
    if (states_lives(bandit)) list(lives = TRUE))
}

pays_lives <- function(bandit) bandit$arms$kind == "survival"

states_lives <- function(bandit) {
  pays_lives(bandit) && !has_trait(bandit, "waiting") && !has_trait(bandit, "spread")
}

stated_of_arms <- function(bandit) {
  if (!is.null(bandit$traits$waiting$parameters$pay)) return(list(range = c(0, 1)))
  arms <- bandit$arms
  if (!is.null(arms$stated)) return(list(range = arms$stated))
  range <- arms$range
  if (is_tabled(arms)) return(if (range[1] >= 0 && range[2] <= 1) list(range = c(0, 1)))
  if (all(is.finite(range))) return(if (range[1] < range[2]) list(range = range))
  if (arms$sd > 0) list(sd = arms$sd)
}

# Returns whether the rewards of the arms are a table of numbers; those of a log are, too.
is_tabled <- function(arms) arms$kind == "constant" || arms$kind == "empirical" || startsWith(arms$kind, "tape")

# Allows for rounding.
fits <- function(assumes, scale) {
  if (isTRUE(assumes$place)) {
    slack <- 1e-9 * diff(assumes$range)
    return(scale$likely[1] >= assumes$range[1] - slack && scale$likely[2] <= assumes$range[2] + slack)
  }
  scale$sd <= (assumes$sd %||% (diff(assumes$range) / 2)) * (1 + 1e-9)
}

# One line for all policies with the same text; the names of the texts are the policies.
misfit_lines <- function(texts) {
  policies <- split(names(texts), factor(texts, unique(texts)))
  subjects <- vapply(policies, function(p) if (length(p) == 1) paste(p, "is") else paste(few_names(p), "are"), "")
  paste(subjects, names(policies))
}

misfit_text <- function(policy, scales) {
  bounded <- all(is.finite(unlist(lapply(scales, `[[`, "range"))))
  sd <- max(vapply(scales, `[[`, 0, "sd"))
  likely <- rounded_out(range(unlist(lapply(scales, `[[`, "likely"))))
  assumes <- assumed_scale(policy)
  by_range <- is.null(assumes$sd) && (bounded || isTRUE(assumes$place))
  made_for <- made_for_text(assumes)
  if (!by_range && sd == Inf) {
    return(sprintf("made for %s, without heavy tails; %s has heavy tails. `policy_robust_ucb()` is made for them.",
                   made_for, few_names(names(scales))))
  }
  sd <- rounded_up(sd)
  found <- if (!by_range) paste("a standard deviation of", format_numbers(sd)) else
    paste("rewards", if (bounded) "in" else "mostly in", interval_text(likely))
  mend <- if (by_range) paste("range =", vector_text(likely)) else paste("sd =", format_numbers(sd))
  sprintf("made for %s; %s: %s. %s", made_for, few_names(names(scales)), found,
          if (takes_scale(policy)) sprintf("Try `%s`.", call_text(policy$constructor, mend)) else
            "It has no argument for another scale: rescale the rewards.")
}

made_for_text <- function(assumes) {
  if (is.null(assumes$sd)) paste("rewards in", interval_text(assumes$range)) else
    paste("a standard deviation of", format_numbers(assumes$sd))
}

takes_scale <- function(policy) {
  !is_from_outside(policy$constructor) && any(c("range", "sd") %in% names(rules_of(policy$constructor)))
}

few_names <- function(names) {
  rest <- length(names) - 3
  paste0(paste(quoted(utils::head(names, 3)), collapse = ", "), if (rest > 0) sprintf(" and %d more", rest))
}

# Rounded to three digits, never down; ranges to three digits of their width.
rounded_up <- function(x) if (x > 0) signif(ceiling(x / 10^(floor(log10(x)) - 2)) * 10^(floor(log10(x)) - 2), 4) else 0

rounded_out <- function(x) {
  if (diff(x) <= 0) return(x + c(-0.5, 0.5) * max(1, abs(x[1])))
  unit <- 10^(floor(log10(diff(x))) - 2)
  # Twelve digits: ends that are round already stay so.
  c(floor(signif(x[1] / unit, 12)), ceiling(signif(x[2] / unit, 12))) * unit
}
