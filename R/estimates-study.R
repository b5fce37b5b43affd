# Parts of a study that estimates() needs: sums by arm, true means, and the sub-Gaussian parameters of rewards.

sums_of_study <- function(study, at, how, call) {
  check_study(study, "x", call = call)
  scored <- keeps_scores(study)
  if (keeps_moments(study) && !scored) {
    abort_argument("x", "a study that keeps scores, or its replications", call = call,
                   given = "one run with `keep = \"moments\"` alone: see `keep = c(\"moments\", \"scores\")`")
  }
  check_one_mean(study, call)
  at <- if (is.integer(at)) as.double(at) else at
  if (!scored && !identical(at, "final") && !identical(at, last_checkpoint(study))) {
    wanted <- "\"final\", or the last checkpoint, for a study without scores: `run_study(keep = c(\"summary\", \"scores\"))` has all checkpoints"
    abort_argument("at", wanted, at, call = call)
  }
  sums <- if (scored) scores_at(study, check_at(at, study, call)) else sums_of_pulls(study)
  bandits <- study$description$bandits
  shown <- tibble(sums[c("bandit", "policy", "rep", "round", "arm", "pulls")], truth = true_means(sums, study))
  without <- policies_without_chances(sums, study)
  scales <- scales_of_rows(sums, bandits, how, scored, call)
  c(scales, list(
    sums = sums, shown = name_arms(shown, bandits),
    arms = by_bandit(sums, vapply(bandits, function(b) arm_count(b) + 0, 0)), without_chances = without,
    chances = if (scored) !is.na(sums$score_uniform),
    lacks = list(naive = lacking_for_naive(sums), sequence = lacking_for_sequence(study, sums, scales, how),
                 aipw = lacking_for_aipw(study, without))
  ))
}

keeps_scores <- function(study) keeps(study$description, "scores")

scores_at <- function(study, rounds) {
  scores <- study_scores(study)
  scores$arm <- number_arms(scores, study$description$bandits)
  scores[scores$round %in% rounds, ]
}

# At the end of the games, from what every study keeps. Deviations of zeros and ones are known; others are not.
sums_of_pulls <- function(study) {
  table <- study$tables$pulls
  binary <- names(Filter(function(b) b$arms$kind == "bernoulli", study$description$bandits))
  mean <- ifelse(table$pulls > 0, table$estimate, 0)
  tibble(bandit = table$bandit, policy = table$policy, rep = table$rep, round = study$description$horizon,
         arm = table$arm, pulls = table$pulls, mean = mean,
         deviations = ifelse(table$bandit %in% binary, table$pulls * mean * (1 - mean), NA_real_), first = NA_real_,
         apart = NA_real_, lean = NA_real_, true_mean = table$mean)
}

by_bandit <- function(sums, values) unname(values[match(sums$bandit, names(values))])

# The mean of each row's arm; NA in replays.
true_means <- function(sums, study) {
  truth <- sums[["true_mean"]] %||% rep(NA_real_, nrow(sums))
  for (name in names(study$description$bandits)) {
    bandit <- study$description$bandits[[name]]
    if (has_trait(bandit, "replay") || has_trait(bandit, "population")) next
    here <- which(sums$bandit == name)
    drawn <- draw_instances(bandit, study)
    place <- function(rep, arm) (match(rep, study$replications) - 1) * arm_count(bandit) + arm
    truth[here] <- drawn$mean[match(place(sums$rep[here], sums$arm[here]), place(drawn$rep, drawn$arm))]
  }
  truth
}

# --- what is refused --------------------------------------------------------------------

# `within`: what has not come by some age counts as 0, however late outcomes are.
check_one_mean <- function(study, call, within = FALSE) {
  for (name in names(study$description$bandits)) {
    bandit <- study$description$bandits[[name]]
    reason <- if (within) why_no_mean(bandit) else why_no_estimate(bandit, keeps_scores(study))
    if (is.null(reason)) next
    abort_cli(c("The arms of the bandit {.val {name}} have no single mean to estimate.", x = "{reason}."),
                   class = c("unruly_error_argument", "unruly_error"), argument = "x", call = call)
  }
}

# Why an arm has no single mean that its rewards estimate, or NULL.
why_no_mean <- function(bandit) {
  reasons <- c(
    waiting = "What is shown depends on the wait, not on the arm alone",
    contexts = "What an arm pays depends on the context",
    spread = "The rewards of several arms arrive together, and cannot be assigned to their pulls",
    changes = "The means change over the rounds", wear = "What an arm pays depends on its pulls so far"
  )
  found <- intersect(names(reasons), c(bandit_flags(bandit), names(bandit$traits)))
  if (length(found) > 0) return(reasons[[found[1]]])
  if (startsWith(bandit$arms$kind, "tape")) return("The rewards of a tape are not random")
}

# Why what was shown is no estimate of a mean, or NULL.
why_no_estimate <- function(bandit, scored) {
  reason <- why_no_mean(bandit)
  if (!is.null(reason)) return(reason)
  if (hides_zeros(bandit)) {
    return(paste("Outcomes of 0 are never shown, and the others say little of the mean by themselves.",
                 "Use `estimates(within = )`, with `run_study(keep = \"choices\")`"))
  }
  if (!scored && may_be_late(bandit)) {
    return(paste("Rewards come late, and which were shown was not kept.",
                 "Use `run_study(keep = c(\"summary\", \"scores\"))`"))
  }
}

lacking_for_naive <- function(sums) {
  if (anyNA(sums$deviations)) impossible(paste("Squares of the rewards are not kept:", keep_scores_words))
}

lacking_for_sequence <- function(study, sums, scales, how) {
  if (how$joint && any_trait(study$description, "population")) {
    return(impossible("The number of arms of a population is unknown beforehand, so `joint = TRUE` cannot divide the error among them"))
  }
  reason <- lacking_for_family(study$description$bandits, scales, sums, how)
  if (!is.null(reason)) impossible(reason)
}

lacking_for_aipw <- function(study, without) {
  if (!keeps_scores(study)) return(impossible(paste("Weighted scores are not kept:", keep_scores_words)))
  if (length(without) < length(study$description$policies)) return(NULL)
  no_overlap(paste0(names(without)[1], ": ", without[[1]]))
}

# The reasons, by policy. All of its scores are missing.
policies_without_chances <- function(sums, study) {
  policies <- study$description$policies
  if (!keeps_scores(study)) return(character())
  known <- unique(sums$policy[!is.na(sums$score_uniform)])
  vapply(policies[!names(policies) %in% known], why_no_chances, "")
}

# As its type in C says, or that of one inside it.
why_no_chances <- function(policy) {
  if (never_draws(policy)) return("it is deterministic, so an arm that it does not choose has propensity 0 (no overlap)")
  listed <- registry()
  reasons <- listed$no_chances[match(constructors_of(policy), listed$constructor)]
  reasons <- reasons[!is.na(reasons)]
  if (length(reasons) > 0) paste("it", reasons[1]) else "it does not state its propensities"
}
