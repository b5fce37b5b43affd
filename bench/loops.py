"""UCB1 on ten Bernoulli arms as anybody would write it in Python; called by bench/loops.R.

Prints the seconds of the least of three games of the horizon that is given, and the regret of the last.
"""
import math
import random
import sys
import time

prob = [0.1 + 0.8 * k / 9 for k in range(10)]


def play(horizon, seed):
    draw = random.Random(seed).random
    pulls = [0] * 10
    total = [0.0] * 10
    for t in range(1, horizon + 1):
        if t <= 10:
            best = t - 1
        else:
            log_t = math.log(t)
            best, greatest = 0, -1.0
            for k in range(10):
                index = total[k] / pulls[k] + math.sqrt(2 * log_t / pulls[k])
                if index > greatest:
                    best, greatest = k, index
        total[best] += draw() < prob[best]
        pulls[best] += 1
    return sum((max(prob) - p) * n for p, n in zip(prob, pulls))


horizon = int(float(sys.argv[1]))
times = []
for seed in range(1, 4):
    began = time.process_time()
    regret = play(horizon, seed)
    times.append(time.process_time() - began)
print(min(times), regret)
