/* What the package is measured against: UCB1 on Bernoulli arms as anybody
 * would write it, every index in every round; and draws without a game. Built
 * with R CMD SHLIB by bench/core.R. */
#include "../src/base/logarithm.c"
#include "../src/base/exponential.c"
#include "../src/random/many.c"
#include "../src/random/distributions.c"

static int best_of(const double *total, const double *pulls, int count, double round)
{
  const double log_t = log(round);
  int best = 0;
  double greatest = -1;
  for (int k = 0; k < count; k++) {
    const double index = pulls[k] > 0 ? total[k] / pulls[k] + sqrt(2 * log_t / pulls[k]) : INFINITY;
    if (index > greatest) best = k, greatest = index;
  }
  return best;
}

/* With the package's own addressed draws, so that it makes the same choices. */
void plain_ucb1(const double *prob, const int *arms, const double *horizon, const double *seed,
                const int *replication, double *pulls)
{
  const int count = *arms;
  double total[64] = {0};
  random_address at = {random_key((int64_t)*seed, USE_OUTCOME), (uint32_t)*replication, 0, 0};
  for (int k = 0; k < count; k++) pulls[k] = 0;
  for (int64_t t = 1; t <= (int64_t)*horizon; t++) {
    const int best = best_of(total, pulls, count, (double)t);
    at.arm = (uint32_t)best;
    at.pull = (uint64_t)pulls[best];
    const philox_block block = random_block(&at, 0);
    total[best] += first_uniform(&block) < prob[best] ? 1 : 0;
    pulls[best]++;
  }
}

static uint64_t state[4];

/* xoshiro256+ of Blackman and Vigna: about the cheapest generator there is. */
static double cheap_uniform(void)
{
  const uint64_t result = state[0] + state[3], shifted = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = (state[3] << 45) | (state[3] >> 19);
  return (double)(result >> 11) * 0x1.0p-53;
}

void cheap_ucb1(const double *prob, const int *arms, const double *horizon, const double *seed, double *pulls)
{
  const int count = *arms;
  double total[64] = {0};
  for (int i = 0; i < 4; i++) state[i] = 0x9E3779B97F4A7C15u * (uint64_t)(i + 1 + (int64_t)*seed);
  for (int k = 0; k < count; k++) pulls[k] = 0;
  for (int64_t t = 1; t <= (int64_t)*horizon; t++) {
    const int best = best_of(total, pulls, count, (double)t);
    total[best] += cheap_uniform() < prob[best] ? 1 : 0;
    pulls[best]++;
  }
}

/* The sum of `count` draws: 0 a bare Philox block, 1 Bernoulli, 2 normal. A
 * law is asked for through a pointer, as in the game. */
static double bare(const philox_block *b)
{
  return (double)(b->word[0] ^ b->word[1] ^ b->word[2] ^ b->word[3]);
}
static double bernoulli(const philox_block *b) { return first_uniform(b) < 0.3 ? 1 : 0; }
static double normal(const philox_block *b) { return normal_quantile(first_uniform(b)); }

void draw_many(const int *law, const double *count, double *sum)
{
  static double (*const laws[])(const philox_block *) = {bare, bernoulli, normal};
  double (*draw)(const philox_block *) = laws[*law];
  random_address at = {random_key(1, USE_OUTCOME), 1, 0, 0};
  *sum = 0;
  for (at.pull = 0; at.pull < (uint64_t)*count; at.pull++) {
    const philox_block b = random_block(&at, 0);
    *sum += draw(&b);
  }
}
