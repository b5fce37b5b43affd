# Claims beyond the five papers: those of the papers whose experiments the package repeats besides.

claims_others <- function() c(
  of_paper(changes_paper, c(
    claims_of_each("change", c("1", "2"), function(i) change_claim(paste("problem", i), paste0("change-", i))),
    list("change-random" = change_claim("random problems", "change-random"))
  )),
  of_paper(wear_paper, list(
    "wear-1" = claim(
      "two arms", "figure", "FEWA does well at every L without tuning, wSWA at one L only.",
      "regret over the least of all, the greatest of 30 levels", "wear-1", quantity = regret_over_least, ours = TRUE,
      needed = list("FEWA, alpha = 0.06" = needs(high = 2), "wSWA, alpha = 0.002" = needs(low = 2),
                    "wSWA, alpha = 0.02" = needs(low = 2), "wSWA, alpha = 0.2" = needs(low = 2))
    ),
    "wear-2" = claim(
      "ten arms", "figure", "FEWA does well with arms of very different levels without tuning.",
      "regret of FEWA (alpha 0.06) over the least of wSWA, SW-UCB, D-UCB and Exp3.S", "wear-2", ours = TRUE,
      quantity = function(study, scale) {
        others <- grep("^(wSWA|SW-UCB|D-UCB|Exp3)", policies_of(study), value = TRUE)
        greatest_of(lapply(others, function(p) regret_ratio(study, "FEWA, alpha = 0.06", p)))
      }, needed = needs_word("better")
    )
  )),
  of_paper("Garivier and Kaufmann 2016", list(
    "best-1" = naming_claim("first problem", "4052 pulls against 4516 and 9590", "best-1"),
    "best-2" = naming_claim("second problem", "1406 pulls against 3078 and 3334", "best-2")
  )),
  of_paper("Audibert, Bubeck and Munos 2010", list("best-budget" = claim(
    "experiments 1 to 7", "figure", "Successive rejects errs less than uniform sampling on all problems.",
    "probability of error over that of uniform sampling", "best-budget", ours = TRUE,
    quantity = function(study, scale) {
      parts <- lapply(studies_of(study), function(s) {
        wrong <- function(p, b) 1 - values_of(s, p, b, "correct")
        lapply(rlang::set_names(bandits_of(s)), function(b) {
          ratio_of(wrong("Successive rejects", b), wrong("Uniform", b))
        })
      })
      do.call(c, parts)
    }, needed = needs_word("better")
  ))),
  of_paper("Hadad, Hirshberg, Zhan, Wager and Athey 2021", list("infer-1" = claim(
    "three arms", "figure", "After a bandit naive intervals undercover, while those of weighted means reach their level.",
    "coverage of nominal 90% intervals at the last horizon, the least of five cases", "infer-1", ours = TRUE,
    quantity = function(study, scale) coverage_in_full(last_of(study)),
    needed = list(naive = needs(high = 0.9), "two-point" = needs(0.88, 1, "> 0.88"))
  ))),
  of_paper("Berry and Fristedt 1985", list("limit-1" = claim(
    "ours", "remark", "Usual policies are above the least possible Bayesian regret, which the optimal policy attains.",
    "exact regret of two arms at T = 50", "limit-1", ours = TRUE,
    quantity = function(study, scale) exact_left_to_gain(study_at(study, 50)$description),
    needed = list("optimal policy over the least possible" = needs(1 - 1e-9, 1 + 1e-9, "= 1"),
                  "the least of the others over the optimal policy" = needs(low = 1))
  )))
)

study_at <- function(x, horizon) {
  studies <- studies_of(x)
  at <- vapply(studies, function(s) s$description$horizon, 0)
  studies[[which.min(abs(at - horizon))]]
}

# What the games of a study estimate, without them. Gittins' index is optimal too, but for discounted rewards.
exact_left_to_gain <- function(description) {
  two <- description$bandits[["two arms"]]
  policies <- Filter(function(p) p$constructor != "policy_gittins", description$policies)
  regret <- summary(exact_study(two, policies, description$horizon, threads = 1))$mean
  least <- regret_bound(two, description$horizon, "bayes_optimal", threads = 1)$value
  list("optimal policy over the least possible" = exactly(regret[1] / least),
       "the least of the others over the optimal policy" = exactly(min(regret[-1]) / regret[1]))
}

change_claim <- function(place, source) {
  claim(place, "figure", "GLR-kl-UCB is best of all that are not given the changes.",
        "regret over that of the best of the others", source, ours = TRUE, quantity = function(study, scale) {
          glr <- grep("^GLR", policies_of(study), value = TRUE)
          others <- setdiff(policies_of(study), c(glr, "KL-UCB, changes known"))
          lapply(rlang::set_names(glr), function(p) greatest_of(lapply(others, function(o) regret_ratio(study, p, o))))
        }, needed = needs_word("better"))
}

naming_claim <- function(place, printed, source) {
  claim(place, "figure", "Tracking stops before the races do.", "pulls of tracking over those of",
        source, printed = printed, quantity = function(study, scale) {
          plays <- matrix(plays_of_games(study), ncol = length(policies_of(study)),
                          dimnames = list(NULL, policies_of(study)))
          # KL-LUCB stops by its own bounds in the paper, and by the same rule as tracking here.
          races <- c("Chernoff racing", "KL racing")
          lapply(rlang::set_names(races), function(p) ratio_of(plays[, "Tracking"], plays[, p]))
        }, needed = needs_word("better"))
}

regret_over_least <- function(study, scale) {
  asked <- c("FEWA, alpha = 0.06", "wSWA, alpha = 0.002", "wSWA, alpha = 0.02", "wSWA, alpha = 0.2")
  means <- apply(final_values(study), 2:3, mean)
  lapply(rlang::set_names(asked), function(p) {
    greatest_of(lapply(bandits_of(study), function(b) regret_ratio(study, p, names(which.min(means[, b])), b)))
  })
}

coverage_in_full <- function(study) {
  table <- inference_figures(study)
  table <- table[table$figure == "coverage", ]
  least <- function(method) {
    list(found = min(table$value[grepl(method, table$method)]), se = NA_real_, df = length(study$replications))
  }
  list(naive = least("naive"), "two-point" = least("two-point"))
}
