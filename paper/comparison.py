"""UCB1 (or UCB-Tuned) on Bernoulli arms by other software; called by paper/comparison.R.

    python3 comparison.py NAME HORIZON GAMES SEED

NAME is loop, smpybandits, smpybandits-evaluator, mabwiser or coba. Prints the version, the seconds of processor time of the
games without the import of the software, and the mean regret of a game. Exits with 3 if the software is not installed.
"""
import contextlib
import io
import logging
import os
import random
import sys
import time

os.environ.setdefault("MPLBACKEND", "Agg")
ARMS = 10
PROB = [0.1 + 0.8 * k / (ARMS - 1) for k in range(ARMS)]


def regret_of(pulls):
    return sum((max(PROB) - p) * n for p, n in zip(PROB, pulls))


def prepare_loop():
    import math

    def play(horizon, seed):
        draw = random.Random(seed).random
        pulls, total = [0] * ARMS, [0.0] * ARMS
        for t in range(1, horizon + 1):
            if t <= ARMS:
                best = t - 1
            else:
                two_log = 2 * math.log(t)
                best, greatest = 0, -1.0
                for k in range(ARMS):
                    index = total[k] / pulls[k] + math.sqrt(two_log / pulls[k])
                    if index > greatest:
                        best, greatest = k, index
            total[best] += draw() < PROB[best]
            pulls[best] += 1
        return regret_of(pulls)

    return sys.version.split()[0], play


def prepare_smpybandits():
    from SMPyBandits import __version__ as version
    from SMPyBandits.Arms import Bernoulli
    from SMPyBandits.Policies import UCB
    import numpy

    def play(horizon, seed):
        random.seed(seed)
        numpy.random.seed(seed)
        arms = [Bernoulli(p) for p in PROB]
        policy = UCB(ARMS)
        policy.startGame()
        for t in range(horizon):
            arm = policy.choice()
            policy.getReward(arm, arms[arm].draw(t))
        return regret_of(policy.pulls)

    return version, play


def prepare_smpybandits_evaluator():
    from SMPyBandits import __version__ as version
    from SMPyBandits.Arms import Bernoulli
    from SMPyBandits.Environment import Evaluator
    from SMPyBandits.Policies import UCB
    import numpy

    def play(horizon, seed):
        random.seed(seed)
        numpy.random.seed(seed)
        evaluator = Evaluator({
            "horizon": horizon, "repetitions": 1, "n_jobs": 1, "verbosity": 0, "showplot": False,
            "environment": [{"arm_type": Bernoulli, "params": PROB}],
            "policies": [{"archtype": UCB, "params": {}}],
        })
        evaluator.startAllEnv()
        return regret_of(evaluator.lastPulls[0][0, :, 0])

    return version, play


def prepare_mabwiser():
    from mabwiser._version import __version__ as version
    from mabwiser.mab import MAB, LearningPolicy

    def play(horizon, seed):
        draw = random.Random(seed).random
        policy = MAB(arms=list(range(ARMS)), learning_policy=LearningPolicy.UCB1(alpha=1.0), seed=seed)
        pulls = [1] * ARMS
        policy.fit(list(range(ARMS)), [int(draw() < p) for p in PROB])
        for _ in range(ARMS, horizon):
            arm = policy.predict()
            pulls[arm] += 1
            policy.partial_fit([arm], [int(draw() < PROB[arm])])
        return regret_of(pulls)

    return version, play


def prepare_coba():
    import coba

    def play(horizon, seed):
        games = coba.Environments.from_lambda(
            horizon, lambda index, draw: None, lambda index, context, draw: list(range(ARMS)),
            lambda index, context, action, draw: int(draw.random() < PROB[action]), seed=seed)
        result = coba.Experiment(games, coba.BanditUCBLearner(), evaluator=coba.SequentialCB(record=["action"])).run(
            quiet=True)
        pulls = [0] * ARMS
        for row in result.interactions:
            pulls[int(row[-1] if not isinstance(row[-1], (list, tuple)) else row[-1][0])] += 1
        return regret_of(pulls)

    return coba.__version__, play


def main(name, horizon, games, seed):
    logging.disable(logging.CRITICAL)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            version, play = globals()["prepare_" + name.replace("-", "_")]()
        except ImportError as error:
            missing = str(error)
            version = None
        else:
            play(100, seed)  # what is loaded at first use is not timed
            began = time.process_time()
            regrets = [play(horizon, seed + game) for game in range(games)]
            took = time.process_time() - began
    if version is None:
        print(missing, file=sys.stderr)
        sys.exit(3)
    print(version, took, sum(regrets) / games)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
