# Claims of papers about outcomes that come late or never, and about arms that rise with their pulls; settings are ours.

claims_late <- function() c(
  of_paper("Lancewicki, Segal, Koren and Mansour 2021", list("late-opse" = claim(
    "section 4", "remark", "Where delays depend on the reward, elimination must allow for what is still to come.",
    "regret of OPSE over that of SE", "ledger-late-opse", ours = TRUE,
    quantity = function(study, scale) regret_ratio(study, "OPSE", "SE"), needed = needs_word("better")
  ))),
  of_paper("Vernade, Cappe and Perchet 2017", list("late-conversions" = claim(
    "sections 4 and 5", "remark", "Silence counts as a no only as far as a conversion would have been seen by now.",
    "regret of conversion UCB over that of the same with delay 0", "ledger-late-conversions", ours = TRUE,
    quantity = function(study, scale) regret_ratio(study, "Conversion UCB", "silence is a no"),
    needed = needs_word("better")
  ), "late-silence" = claim(
    "section 6", "figure", "The index made for rates loses less than Hoeffding's, without and with a limit to the delay.",
    "regret of conversion UCB by the Poisson index over that by Hoeffding's", "ledger-late-silence", ours = TRUE,
    quantity = function(study, scale) {
      lapply(rlang::set_names(bandits_of(study)), function(b) regret_ratio(study, "Poisson", "Hoeffding", b))
    }, needed = needs_word("better")
  ))),
  of_paper("Zimmert and Seldin 2021", list("late-tsallis" = claim(
    "section 6", "figure", "Tsallis-INF does well in both worlds: of fixed means, and of an adversary that keeps the gap.",
    "regret over that of UCB1 with means that jump, over that of Exp3 with fixed ones", "ledger-late-tsallis", ours = TRUE,
    quantity = function(study, scale) {
      list("means that jump" = regret_ratio(study, "Tsallis-INF", "UCB1", "means that jump"),
           "fixed means" = regret_ratio(study, "Tsallis-INF", "Exp3", "fixed means"))
    }, needed = list("means that jump" = needs(high = 1), "fixed means" = needs(high = 1))
  ))),
  of_paper("Metelli, Trovo, Pirola and Restelli 2022", list("late-rising" = claim(
    "section 6", "figure", "R-ed-UCB finds the arm that rises highest, which others leave too early.",
    "regret of R-ed-UCB over that of UCB1", "ledger-late-rising", ours = TRUE,
    quantity = function(study, scale) regret_ratio(study, "R-ed-UCB", "UCB1"), needed = needs_word("better")
  ))),
  of_paper("Mussi, Montenegro, Trovo, Restelli and Metelli 2024", list("late-rejects" = claim(
    "section 6", "figure", "R-SR names the arm that rises highest, where successive rejects is misled.",
    "probability of error over that of successive rejects", "ledger-late-rejects", ours = TRUE,
    quantity = function(study, scale) {
      wrong <- function(p) 1 - values_of(study, p, what = "correct")
      ratio_of(wrong("R-SR"), wrong("Successive rejects"))
    }, needed = needs_word("better")
  ))),
  of_paper("Zhang, Baldwin-McDonald, Ciosek, Maystre and Russo 2025", list("late-previews" = claim(
    "abstract", "remark", "What is seen early of a late reward is worth having: waiting for it slows learning.",
    "regret of Thompson sampling with previews over that without", "ledger-late-previews", ours = TRUE,
    quantity = function(study, scale) regret_ratio(study, "previews", "final"), needed = needs_word("better")
  )))
)
