# The papers' claims about their experiments, and what was found when they were run in full (seed 2026), in one sentence
# each, which is printed with the results. Regret is the mean at the horizon. If an experiment is ours, the claim is
# that of its theorem. A finding that is not from a full run begins with what was run, in brackets.

experiment_findings <- function() lapply(list(
  "impatient-cycle" = c(
    "all policies except FC-SE lose the best arm, so their regret is linear; that of FC-SE grows like ln T.",
    paste("as claimed: from 10,000 to 100,000 rounds the regret of the others grows four- to tenfold, to 14,840 or",
          "more, that of FC-SE twofold, to 2,741.")
  ),
  "impatient-se" = c(
    "SE loses the best arm before its first turn, so its regret is exactly T times the gap.",
    "as claimed: 5,000 at T = 10,000 in every game. UCB and Thompson sampling lose the arm as well."
  ),
  "impatient-ucb" = c(
    "the regret of UCB stays nearly linear in T, since its exploration thins out and patience does not grow.",
    "as claimed: the regret of UCB is 0.48 T at T = 1,000 and 0.50 T at a million; that of FC-SE is 446 there."
  ),
  "impatient-waiting" = c(
    "the regret of FC-SE is of order T^(2/3) when only some arms fit into the cycle.",
    paste("as claimed: T^0.58 from 20,000 to 200,000 rounds, T^0.66 from there to two million. The others do",
          "better here, since the best arm never leaves; FC-SE pays for a guarantee that holds whichever arm is best.")
  ),
  "impatient-entry" = c(
    "FC-Entry keeps every arm that enters until it has been compared, if entries are three segments apart.",
    paste("as claimed: FC-Entry 5,761, UCB 33,989, Thompson 38,789, SE 93,835. With the bound's long segments",
          "entries are too close, and FC-Entry drops the best arm in half of the games (34,083).")
  ),
  "impatient-hardness" = c(
    "if the load factor exceeds 1, every policy has linear regret on some bandit.",
    paste("as claimed: on its worst bandit every policy has a regret of 2,539 or more, of 3,097 possible, after",
          "10,000 rounds.")
  ),
  "farewell-1a" = c(
    "Wait-UCB is much better than UCB-Simplex and Budget-UCB.",
    "only in part: regret in thousands Budget-UCB 4, Wait-UCB 48, UCB-Simplex 67, UCB-BV1 192."
  ),
  "farewell-1b" = c(
    "Wait-UCB is much better than UCB-Simplex and Budget-UCB.",
    "only in part: regret in thousands Budget-UCB 3, Wait-UCB 9, UCB-Simplex 32, UCB-BV1 73."
  ),
  "farewell-1c" = c(
    "Wait-UCB is worse than the others where the shortest wait is best.",
    "as claimed, except for UCB-BV1: regret in thousands Budget-UCB 15, UCB-Simplex 49, Wait-UCB 53, UCB-BV1 294."
  ),
  "farewell-2a" = c(
    "Wait-UCB is much better than UCB-Simplex and Budget-UCB.",
    "as claimed: regret in thousands Wait-UCB 6, Budget-UCB 16, UCB-BV1 25, UCB-Simplex 27."
  ),
  "farewell-2b" = c(
    "Wait-UCB learns both the arm and the wait; no ranking.",
    "it does; regret in thousands Budget-UCB 26, Wait-UCB 48, UCB-Simplex 82, UCB-BV1 125; Wait-Hoeffding (side) 5."
  ),
  "farewell-2c" = c(
    "Wait-UCB learns both the arm and the wait; no ranking.",
    "it does; regret in thousands Budget-UCB 42, Wait-UCB 57, UCB-Simplex 79, UCB-BV1 126; Wait-Hoeffding (side) 12."
  ),
  "fair-1" = c(
    "HT-UCB has the least penalised regret.",
    paste("as claimed from T = 8,000 on in all six settings; at T = 16,000 the others have more by 93 to 1,329.",
          "Below that Flearn is level with it for twenty arms with small shares.")
  ),
  "fair-2" = c(
    "with HT-UCB arms become unfair one by one as the penalty falls, with LFG and Flearn all at once.",
    paste("as claimed: in case 1 arms become unfair with HT-UCB at the scales 0.05, 0.15, ..., 0.65, with Flearn all",
          "at 0.95, with LFG at 0.85 and 0.95.")
  ),
  "fair-3" = c(
    "HT-UCB has the best frontier of reward against unfairness.",
    "as claimed on all three sets of movies; LFG is below at every eta, Flearn close behind."
  ),
  "fair-4" = c(
    "pulls are proportional to 1 / (gap - penalty)^2 for non-critical arms and to 1 / gap^2 for critical ones.",
    paste("they grow with these, but more slowly: in logarithms the slopes, which would be 1, are about 0.85 and 0.6;",
          "in case 3 all arms still get their shares.")
  ),
  "fair-5" = c(
    "HT-UCB has the best frontier of reward against unfairness.",
    paste("as claimed in all twelve settings; LFG is below at every eta, Flearn below at 4 to 10 of its 12 alphas",
          "and equal at the rest.")
  ),
  "composite-2" = c(
    "the regret of ARS-UCB is logarithmic and far below that of ODAAF.",
    paste("as claimed for alpha of at least 2 (at most 2,600 against over 9,200); with alpha 1 a few games lose the",
          "best arm. ODAAF's regret is the same for both lags, see vignette(\"composite\").")
  ),
  "composite-3" = c(
    "the regret of ARS-UCB is logarithmic and far below that of ODAAF for composite rewards.",
    paste("as claimed with k^2 and alpha 4: 1,373 to 1,583 against 2,717 or more, and 3,740 against 8,290",
          "(increasing over 100). With a smaller alpha, or f(k) = k, some games lose the best arm.")
  ),
  "composite-4" = c(
    "the regret of ARS-UCB is logarithmic even if rewards are spread without end.",
    paste("as claimed: with k^2 and alpha 4 it is about 310, 700 and 1,230 after 1,000, 10,000 and 100,000 rounds,",
          "nearly the same for all four spreads.")
  ),
  "composite-5" = c(
    "under the non-oblivious adversary CLW's regret is linear and that of ARS-EXP3 sublinear.",
    paste("on stand-in data only: ARS-EXP3 is lower by 10% (lag 10) and 20% (lag 20), but CLW is not linear: its",
          "regret grows like T^0.67 and T^0.72, that of ARS-EXP3 like T^0.72 and T^0.77.")
  ),
  "wear-1" = c(
    "FEWA does well at every L without tuning, while wSWA is good at one L only.",
    paste("[5 of the 25 replications] as claimed: the regret of FEWA (alpha 0.06) is at most 1.9 times the least of",
          "all at any L, that of RAW-UCB (1.4) 1.1 times, that of wSWA up to 29 to 493 times; but FEWA with the",
          "theorem's alpha of 4 is up to 21 times as bad.")
  ),
  "wear-2" = c(
    "FEWA does well with arms of very different levels without tuning.",
    paste("as claimed: FEWA 281 to 389 with alpha from 0.03 to 0.1, RAW-UCB 263 and 448, but FEWA with the theorem's",
          "alpha of 4 1,440; wSWA from 864 to 5,063, SW-UCB 3,655, Exp3.S 15,388.")
  ),
  "mortal-1" = c(
    "AG-L collects 1.18 times the clicks of AG if lives are known, 1.11 times if they are estimated.",
    paste("on the stand-in log, which was chosen to agree: about 1.2 and 1.1 times; with equal shares of explored",
          "articles known lives help by a factor of 1.1 (30%) and 1.3 (10%).")
  ),
  "mortal-2" = c(
    "UCB-L collects 1.23 times the clicks of UCB.",
    "on the stand-in log 1.54 times (7,581 clicks in 100,000 turns against 4,934)."
  ),
  "mortal-simulated" = c(
    "UCB1 is worst when arms die, since it explores every new arm.",
    paste("as claimed at all horizons: after a million rounds UCB1 has 243,879 (uniform) and 384,672 (Beta(1, 3)),",
          "AG-L 4,357 and 92,984, AG 5,599 and 84,167.")
  ),
  "change-1" = c(
    "GLR-kl-UCB comes closest to the policy that knows the changes, without knowing how many there are.",
    paste("GLR-kl-UCB (464 and 470) is level with SW-UCB, which is given the number of changes (465), and ahead of",
          "all others; knowing the changes 82, KL-UCB 1,007.")
  ),
  "change-2" = c(
    "GLR-kl-UCB comes closest to the policy that knows the changes, without knowing how many there are.",
    paste("as claimed, but closely: GLR-kl-UCB, global 442, local 453, SW-UCB 454, CUSUM-UCB 519; knowing the",
          "changes 89, KL-UCB 551. M-UCB (1,168 and more) misses changes.")
  ),
  "change-random" = c(
    "GLR-kl-UCB is best on average over random problems.",
    "as claimed: GLR-kl-UCB, global 380, local 408, KL-UCB 494, all others 600 or more; knowing the changes 212."
  ),
  "best-1" = c(
    "tracking stops first: 4,052 pulls, Chernoff racing 4,516, KL-LUCB 8,437, KL racing 9,590.",
    "as claimed: 4,169, 4,686, 8,422 and 9,639 pulls, KL-LUCB stopped by its own bounds as in the paper."
  ),
  "best-2" = c(
    "tracking stops first: 1,406 pulls, KL-LUCB 2,716, Chernoff racing 3,078, KL racing 3,334.",
    paste("as claimed: 1,387, 2,710, 2,196 and 3,231 pulls; only Chernoff racing differs by over 5%, and its mean",
          "depends on few games.")
  ),
  "best-budget" = c(
    "successive rejects does well on all problems without tuning; uniform sampling does not.",
    paste("as claimed: it errs least, or within two points of the least, on all but one of the seven (problem 6:",
          "0.185, sequential halving 0.162). Uniform errs most on all.")
  ),
  "infer-1" = c(
    "after a bandit naive intervals undercover, while those of weighted means reach their level.",
    paste("naive means are too low by up to 0.03 and cover 87% to 91% (nominal: 90%; standard error 1%); two-point",
          "weights halve the bias and cover 87% to 90% at 10,000 rounds, 89% to 91% at 100,000; sequences always",
          "cover.")
  ),
  "limit-1" = c(
    "no claim: the experiment is ours; it shows how far known policies are from the optimum.",
    paste("at 50 rounds of two arms the least regret is 1.30, Gittins index 1.31, Bayes-UCB 1.47, KL-UCB 1.73,",
          "Thompson 2.11, UCB1 3.49; at 200 rounds 2.28, 2.62, 2.76, 3.38, 3.53, 8.47.")
  )
), stats::setNames, c("claim", "found"))
