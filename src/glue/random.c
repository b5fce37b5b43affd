/* The generator, its addresses and distributions, for the tests. */
#include "glue.h"
#include "../random/distributions.h"
#include "../random/heights.h"
#include "../base/elementary.h"
#include <string.h>

/* Words travel as doubles: R has no unsigned 32-bit integers. */
SEXP C_philox(SEXP counter, SEXP key)
{
  if (TYPEOF(counter) != REALSXP || XLENGTH(counter) != 4 || TYPEOF(key) != REALSXP || XLENGTH(key) != 2)
    glue_bug("philox takes four and two words");
  philox_block c;
  for (int i = 0; i < 4; i++) c.word[i] = (uint32_t)REAL(counter)[i];
  const philox_key k = {{(uint32_t)REAL(key)[0], (uint32_t)REAL(key)[1]}};
  const philox_block b = philox4x32(c, k);
  SEXP block = Rf_allocVector(REALSXP, 4);
  for (int i = 0; i < 4; i++) REAL(block)[i] = b.word[i];
  return block;
}

static random_address address_of(SEXP seed, SEXP replication, SEXP arm)
{
  const random_address at = {random_key(glue_whole(seed, "seed", -9e15, 9e15), USE_OUTCOME),
                             (uint32_t)glue_whole(replication, "replication", 0, 4294967295.0),
                             (uint32_t)glue_whole(arm, "arm", 1, 4294967295.0) - 1, 0};
  return at;
}

/* Two uniforms for each pull 1..n of an arm: a matrix of two columns. */
SEXP C_outcome_uniforms(SEXP seed, SEXP replication, SEXP arm, SEXP pulls)
{
  random_address at = address_of(seed, replication, arm);
  const int n = (int)glue_whole(pulls, "pulls", 0, 1e8);
  SEXP u = PROTECT(Rf_allocMatrix(REALSXP, n, 2));
  for (int i = 0; i < n; i++) {
    at.pull = (uint64_t)i;
    const philox_block b = random_block(&at, 0);
    REAL(u)[i] = first_uniform(&b);
    REAL(u)[i + n] = second_uniform(&b);
  }
  UNPROTECT(1);
  return u;
}

/* The first numbers of a policy's own stream. */
SEXP C_policy_uniforms(SEXP description, SEXP seed, SEXP replication, SEXP count)
{
  arena memory = {0};
  const study_policy p = glue_policy(description, &memory);
  random_stream s =
      stream_open(glue_whole(seed, "seed", -9e15, 9e15),
                  (uint32_t)glue_whole(replication, "replication", 0, 4294967295.0), p.identity);
  arena_free(&memory);
  const R_xlen_t n = (R_xlen_t)glue_whole(count, "count", 0, 1e8);
  SEXP u = PROTECT(Rf_allocVector(REALSXP, n));
  for (R_xlen_t i = 0; i < n; i++) REAL(u)[i] = stream_uniform(&s);
  UNPROTECT(1);
  return u;
}

/* Heights of a policy's draws, one for each lane and turn: see src/random/heights.h. */
SEXP C_heights(SEXP description, SEXP seed, SEXP replication, SEXP clock, SEXP lanes, SEXP turns)
{
  arena memory = {0};
  const study_policy p = glue_policy(description, &memory);
  const random_stream s =
      stream_open(glue_whole(seed, "seed", -9e15, 9e15),
                  (uint32_t)glue_whole(replication, "replication", 0, 4294967295.0), p.identity);
  arena_free(&memory);
  const philox_key key = heights_key(&s, (int)glue_whole(clock, "clock", 0, CLOCKS - 1));
  if (TYPEOF(lanes) != REALSXP || TYPEOF(turns) != REALSXP || XLENGTH(lanes) != XLENGTH(turns))
    glue_bug("there is a lane for each turn");
  const R_xlen_t n = XLENGTH(lanes);
  SEXP y = PROTECT(Rf_allocVector(REALSXP, n));
  for (R_xlen_t i = 0; i < n; i++)
    REAL(y)[i] = height_at(key, (uint32_t)REAL(lanes)[i], (uint64_t)REAL(turns)[i]);
  UNPROTECT(1);
  return y;
}

static double draw_law(const char *law, const double *argument, const random_address *at)
{
  const philox_block b = random_block(at, 0);
  const double u = first_uniform(&b);
  uniform_source source = source_of_address(at);
  if (strcmp(law, "uniform") == 0) return u;
  if (strcmp(law, "normal") == 0) return normal_quantile(u);
  if (strcmp(law, "normal_quantile") == 0) return normal_quantile(argument[0]);
  if (strcmp(law, "exponential") == 0) return exponential_quantile(u);
  if (strcmp(law, "geometric") == 0) return geometric_quantile(u, argument[0]);
  if (strcmp(law, "bernoulli") == 0) return u < argument[0];
  if (strcmp(law, "gamma") == 0) return same_exp(log_gamma_draw(&source, argument[0]));
  if (strcmp(law, "student") == 0) return student_draw(&source, argument[0]);
  if (strcmp(law, "beta") == 0) return beta_draw(&source, argument[0], argument[1]);
  glue_bug("there is no such law");
}

SEXP C_draws(SEXP law, SEXP arguments, SEXP seed, SEXP count)
{
  const char *name = glue_text(law, "law");
  if (TYPEOF(arguments) != REALSXP || XLENGTH(arguments) < 2) glue_bug("a law takes two arguments");
  random_address at = {random_key(glue_whole(seed, "seed", -9e15, 9e15), USE_OUTCOME), 1, 0, 0};
  const R_xlen_t n = (R_xlen_t)glue_whole(count, "count", 0, 1e8);
  SEXP x = PROTECT(Rf_allocVector(REALSXP, n));
  for (R_xlen_t i = 0; i < n; i++) {
    at.pull = (uint64_t)i;
    REAL(x)[i] = draw_law(name, REAL(arguments), &at);
  }
  UNPROTECT(1);
  return x;
}
