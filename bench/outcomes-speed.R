# What late, lost and silent outcomes cost: nanoseconds a round on one thread, and ratios within this run, each the least
# of five games of a million rounds; then estimates of a million pulls, and a trial of survival times with looks.
#
#   sh tools/with-library.sh Rscript bench/outcomes-speed.R
library(unruly)

rounds <- 1e6
least <- function(code, times = 5) min(vapply(seq_len(times), function(i) system.time(code())[["user.self"]], 0))
round_of <- function(bandit, policy, horizon = rounds) {
  play <- function() run_study(bandit, policy, horizon, reps = 1, seed = 1, record = horizon, threads = 1, progress = FALSE)
  least(play) / horizon * 1e9
}
three <- bandit(arms_bernoulli(c(0.1, 0.05, 0.03)))
late <- delay_geometric(500)
silent <- with_delay(three, late, zero = Inf)
row <- function(what, ns, over, goal) cat(sprintf("%-58s %7.1f ns  %5.2f  goal %s\n", what, ns, over, goal))

plain <- round_of(three, policy_uniform())
delayed <- round_of(with_delay(three, late), policy_uniform())
row("uniform, 3 arms", plain, 1, "")
row("uniform, delayed by 500, over without", delayed, delayed / plain, "")
ns <- round_of(silent, policy_uniform())
row("uniform, silent, over delayed", ns, ns / delayed, ".6")
ns <- round_of(with_delay(three, late, never = 0.3), policy_uniform())
row("uniform, a third lost, over delayed", ns, ns / delayed, "1.1")
kl <- round_of(with_delay(three, late), policy_kl_ucb())
row("KL-UCB, delayed", kl, 1, "")
for (rule in c("poisson", "hoeffding")) {
  ns <- round_of(silent, policy_conversion(rule = rule))
  row(sprintf("conversions, %s, silent, over KL-UCB", rule), ns, ns / kl, "1.0")
}
thompson <- round_of(with_delay(three, late), policy_thompson())
row("Thompson, delayed", thompson, 1, "")
ns <- round_of(silent, policy_conversion(rule = "thompson"))
row("conversions, Thompson, silent, over Thompson", ns, ns / thompson, "1.2")
eight <- bandit(arms_bernoulli(c(rep(0.4375, 7), 0.5625)))
ns <- round_of(eight, policy_tsallis_inf())
row("Tsallis-INF, 8 arms", ns, ns / 200, "200 ns")

study <- run_study(silent, policy_conversion(rule = "thompson"), rounds, reps = 1, seed = 1, record = rounds, keep = "choices", progress = FALSE)
for (method in c("naive", "kaplan_meier", "rate")) {
  s <- least(function() estimates(study, method, within = 1000), 3)
  cat(sprintf("estimates of a million pulls, %-30s %5.2f s   %5.2f  goal .5 s\n", method, s, s / 0.5))
}

trial <- bandit(arms_survival(c(12, 12, 15, 17))) |> with_accrual(rate = 20)
rule <- stop_log_rank(upper = c(4, 3, 2.2), looks = c(200, 400, 600))
games <- function() run_study(trial, policy_uniform(), 1000, reps = 1000, seed = 1, record = 1000, stop = rule, overrun = TRUE, threads = 1, progress = FALSE)
ms <- least(games, 3)
cat(sprintf("a trial of 1,000 patients, four arms, three log-rank looks %7.2f ms  %5.2f  goal 1 ms\n", ms, ms))
