#' Glossary of terms
#'
#' Lists the terms that the help pages use, each with one meaning. Help pages link here at a term's first use.
#'
#' \describe{
#'   \item{action}{what a policy chooses in a round: an arm; with waiting, an arm and a wait.}
#'   \item{agent}{a policy that acts outside a simulation, on rewards that the user reports.}
#'   \item{AIPW}{augmented inverse propensity weighting, an estimator of arm means from adaptively collected data.}
#'   \item{arm}{one of the K options.}
#'   \item{bandit}{arms plus traits: a problem without a player.}
#'   \item{baseline}{the policy that others are compared with.}
#'   \item{batch}{rounds whose rewards are shown together at the end.}
#'   \item{benchmark}{the expected reward of the comparator so far.}
#'   \item{best arm}{an arm with the greatest mean, among those the comparator may use.}
#'   \item{bound}{a proved limit on regret or sample size.}
#'   \item{checkpoint}{a round at which results are recorded.}
#'   \item{commitment}{playing the named arm after a study has stopped.}
#'   \item{comparator}{the rule that regret is measured against (see [regret()]).}
#'   \item{confidence sequence}{intervals that all cover at the same time with the stated level.}
#'   \item{context}{numbers known before the choice of a round.}
#'   \item{correct}{the named arm is a best arm.}
#'   \item{coverage}{the share of intervals that contain the true value.}
#'   \item{cycle}{a finite sequence of arms, repeated.}
#'   \item{delay}{rounds between a pull and the report of its reward.}
#'   \item{design}{a policy with a stopping rule and a horizon.}
#'   \item{e-value}{evidence against a hypothesis: at most 1 on average where it is true, at any time of stopping.}
#'   \item{error}{the allowed probability of a wrong claim.}
#'   \item{event}{one row of a log; in a trial of survival times, a death that was seen.}
#'   \item{exit}{the departure of an arm: it left (patience) or died (lifetime).}
#'   \item{exposure}{the pulls of an arm, each counted by how likely its conversion was shown by now.}
#'   \item{family}{the distribution family that a method assumes.}
#'   \item{fit}{estimates of a policy's parameters from choices.}
#'   \item{game}{one policy playing one bandit in one replication.}
#'   \item{gap}{the best mean minus the mean of an arm.}
#'   \item{horizon}{the number of rounds T; with waiting, the budget of rounds.}
#'   \item{index}{a number per arm; the policy plays the greatest.}
#'   \item{instance}{the parameters of one replication where a prior draws them.}
#'   \item{label}{the name of a policy in tables and figures.}
#'   \item{level}{the nominal coverage of a reported interval.}
#'   \item{lifetime}{the rounds in which an arm exists.}
#'   \item{likelihood}{the probability of logged choices under a policy.}
#'   \item{log}{a data set of rounds: the arm shown, its reward and, at best, its propensity.}
#'   \item{lost}{said of an outcome that is never shown.}
#'   \item{matured}{said of an outcome as it was known a fixed number of rounds after its pull.}
#'   \item{measure}{a quantity that a table reports, such as power.}
#'   \item{Monte Carlo standard error}{the standard error due to the finite number of replications (column `mcse`).}
#'   \item{naming}{what [recommendations()] lists: the arm a game declares best.}
#'   \item{null bandit}{a bandit whose arms are all equal.}
#'   \item{outcome}{the reward and delay of a pull.}
#'   \item{patience}{the number of rounds without a pull after which an arm leaves.}
#'   \item{penalty}{the price of one missing pull.}
#'   \item{policy}{a rule that chooses actions.}
#'   \item{pool}{the arms that could be chosen in an event.}
#'   \item{pooled}{said of a fit in which units are draws from one population.}
#'   \item{preview}{what is shown of an outcome before all of it is known.}
#'   \item{prior}{a distribution from which parameters are drawn.}
#'   \item{propensity}{the probability with which a policy made a choice.}
#'   \item{pseudo-regret}{benchmark minus the expected reward of what was chosen.}
#'   \item{pull}{one choice of an arm.}
#'   \item{range}{two numbers that rewards cannot leave.}
#'   \item{record}{the set of checkpoints.}
#'   \item{recovery}{fitting policies to choices that were simulated with known parameters.}
#'   \item{regret}{pseudo-regret unless stated otherwise.}
#'   \item{replay}{evaluating a policy on a log by rejection.}
#'   \item{replication}{one numbered draw of all outcomes; every policy of a study meets it.}
#'   \item{reward}{what a pull pays.}
#'   \item{round}{one tick of the clock, counted from 1.}
#'   \item{sample size}{the number of pulls until a game stopped.}
#'   \item{scale}{the range or standard deviation of rewards that a policy assumes.}
#'   \item{share}{the fraction of pulls to which an arm is entitled.}
#'   \item{shortfall}{pulls missing to the share.}
#'   \item{silent}{said of arms whose zeros are never shown.}
#'   \item{simple regret}{the best mean minus the mean of the named arm.}
#'   \item{spread}{a reward arriving in parts over later rounds.}
#'   \item{stopping rule}{a condition that ends a game.}
#'   \item{study}{policies on bandits over replications, and the results.}
#'   \item{ticket}{the number of a decision, by which a late reward is reported.}
#'   \item{trait}{a way in which arms misbehave, added by a `with_*()` function.}
#'   \item{turn}{a log event whose arm agrees with the policy's choice.}
#'   \item{unit}{the games that share parameters in a fit, such as those of a subject.}
#'   \item{wait}{how many rounds a player is willing to wait for a pull.}
#' }
#'
#' @seealso [unruly-package], which lists the functions by question.
#' @name glossary
#' @aliases glossary
NULL
