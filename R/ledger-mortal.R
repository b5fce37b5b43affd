# The claims of the dying arms paper (Traca, Rudin and Yan 2020), and one of the paper that it builds on.

mortal_blocked <- "the log may not be shared; found on a stand-in that was chosen to agree"

claims_mortal <- function() c(of_paper(mortal_paper, list(
  "mortal-thm-2.1" = claim(
    "Theorem 2.1", "theorem", "AG-L's regret stays below the printed bound.",
    "regret of three rounds, arms 0.5 and 0.1, half of them explored", "ledger-mortal-tiny", printed = "0.4",
    quantity = function(study, scale) mean_of(values_of(study, "AG-L")), needed = needs(high = 0.4)
  ),
  "mortal-thm-2.1-corrected" = claim(
    "Theorem 2.1, corrected", "theorem", "AG-L's regret stays below the corrected bound.", "regret over the bound",
    "ledger-mortal-tiny", quantity = function(study, scale) {
      b <- study$description$bandits[[1]]
      over_bound(study, "AG-L", regret_bound(b, 3, policy_ag(keep = 0.5, range = c(0, 1)))$value)
    }, needed = needs_word("better")
  ),
  "mortal-thm-2.3" = claim(
    "Theorem 2.3", "remark", "The print has psi for psi^2, r - 2 for r^2, and a sum outside the minimum.", "nothing",
    blocked = "we know of no case that breaks the print"
  ),
  "mortal-thm-2.3-bound" = claim(
    "Theorem 2.3, corrected", "theorem", "UCB-L's regret stays below the corrected bound.", "regret over the bound",
    "ledger-mortal-ucb", quantity = function(study, scale) {
      b <- study$description$bandits[[1]]
      over_bound(study, "UCB-L", regret_bound(b, last_checkpoint(study), policy_ucb_l(range = c(0, 1)))$value)
    }, needed = needs_word("better"), ours = TRUE
  ),
  "mortal-thm-2.3-auer" = claim(
    "Section 2.2", "remark", "With psi = 1 UCB-L is UCB1, whose bound follows.",
    "of 10,000 choices those that differ where no arm dies",
    quantity = function(study, scale) exactly(constant_psi_differs()), needed = needs_count(0)
  ),
  "mortal-2.1-fewer" = claim(
    "Section 2.1", "remark", "AG's game is easier with 10 arms than with 100 of the same qualities.",
    "regret with 10 arms over that with 100, T = 5000", "ledger-mortal-arms", ours = TRUE,
    quantity = function(study, scale) {
      ratio_of(values_of(study, "AG", "10 arms"), values_of(study, "AG", "100 arms"))
    }, needed = needs_word("better"), second = "mortal-2.1-fewer-others"
  ),
  "mortal-2.1-fewer-others" = claim(
    "Section 2.1", "remark", "AG's game is easier with 10 arms than with 100 of the same qualities, at other qualities.",
    "regret with 10 arms over that with 100, T = 5000", "ledger-mortal-others", ours = TRUE,
    quantity = function(study, scale) {
      qualities <- sub("^100 arms, ", "", grep("^100 arms, ", bandits_of(study), value = TRUE))
      lapply(rlang::set_names(qualities), function(q) {
        ratio_of(values_of(study, "AG", paste("10 arms,", q)), values_of(study, "AG", paste("100 arms,", q)))
      })
    }, needed = needs_word("better"), second = "mortal-2.1-fewer"
  ),
  "mortal-2.1-explore" = claim(
    "Section 2.1", "remark", "To leave arms that will die soon unexplored does no harm.",
    "regret of AG-L over that of AG", "ledger-mortal-explore", ours = TRUE, quantity = function(study, scale) {
      lapply(rlang::set_names(bandits_of(study)), function(b) regret_ratio(study, "AG-L", "AG", b))
    }, needed = needs_at_most(1)
  ),
  "mortal-fig-1-known" = mortal_figure("Figure 1", "AG-L collects 1.18 times the clicks of AG if lives are known.",
                                       "clicks of AG-L over those of AG", "mortal-1", 1.18, "AG-L", "AG", 1),
  "mortal-fig-1-estimated" = mortal_figure("Figure 1", "AG-L collects 1.11 times the clicks of AG if lives are estimated.",
                                           "clicks of AG-L (top 10%) over those of AG", "mortal-1", 1.11,
                                           "AG-L, top 10%", "AG", 2),
  "mortal-fig-2" = mortal_figure("Figure 2", "UCB-L collects 1.23 times the clicks of UCB.",
                                 "clicks of UCB-L over those of UCB", "mortal-2", 1.23, "UCB-L", "UCB mortal", 1),
  "mortal-3-competition" = claim(
    "Section 3", "remark", "An entry with AG-L took second place in a competition.", "nothing",
    blocked = "its data and its other entries are not available"
  )
)), of_paper("Chakrabarti et al. 2008", list("mortal-simulated" = claim(
  "Section 4", "figure", "UCB1 is worst when arms die, since it explores every new arm.",
  "regret of UCB1 over the greatest of the others at the last horizon", "mortal-simulated", ours = TRUE,
  quantity = function(study, scale) {
    last <- last_of(study)
    others <- setdiff(policies_of(last), "UCB1")
    lapply(rlang::set_names(bandits_of(last)), function(b) {
      least_of(lapply(others, function(p) regret_ratio(last, "UCB1", p, b)))
    })
  }, needed = needs_word("worse")
))))

mortal_figure <- function(place, says, measure, source, printed, policy, other, bandit) {
  claim(place, "number", says, measure, source, printed = format_numbers(printed), ours = TRUE,
        blocked = mortal_blocked, needs_data = "unruly.yahoo", needed = needs_printed(printed, 2),
        quantity = function(study, scale) {
          ratio_of(values_of(study, policy, bandit, "reward"), values_of(study, other, bandit, "reward"))
        })
}

# psi = scale ln(2^63 - t + 1) hardly changes where lives are without end.
constant_psi_differs <- function() {
  plain <- bandit(arms_bernoulli(c(0.3, 0.5, 0.7, 0.45)))
  endless <- with_lifetimes(plain, 1, Inf)
  ucb_l <- policy_ucb_l(scale = 1 / log(2^63), range = c(0, 1))
  ucb1 <- policy_index(function(view) view$mean + sqrt(2 * log(view$round) / view$pulls), label = "UCB1")
  sum(arms_chosen(plain, ucb1, 1e4) != arms_chosen(endless, ucb_l, 1e4))
}
