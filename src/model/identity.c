/* The number of a policy: a hash (FNV-1a, 32 bits) of its constructor and its parameters, those that
 * are usual included, and of the policy inside. It addresses the policy's random stream. */
#include "complete.h"
#include "policy.h"
#include "prefixed.h"
#include <string.h>

static uint32_t hash_bytes(uint32_t hash, const void *bytes, size_t count)
{
  const unsigned char *b = bytes;
  for (size_t i = 0; i < count; i++) hash = (hash ^ b[i]) * 16777619u;
  return hash;
}

static uint32_t hash_text(uint32_t hash, const char *text)
{
  return hash_bytes(hash, text, strlen(text) + 1);
}

/* Doubles by their bits, low byte first on any machine. */
static uint32_t hash_number(uint32_t hash, double value)
{
  uint64_t bits;
  unsigned char bytes[8];
  memcpy(&bits, &value, sizeof bits);
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(bits >> (8 * i));
  return hash_bytes(hash, bytes, sizeof bytes);
}

static uint32_t hash_count(uint32_t hash, int64_t count)
{
  unsigned char bytes[8];
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)((uint64_t)count >> (8 * i));
  return hash_bytes(hash, bytes, sizeof bytes);
}

/* Its name, and by kind: n and numbers, t and a text, l, the name of a law and its arguments. */
static uint32_t hash_parameter(uint32_t hash, const parameter *p)
{
  if (!p->text && p->length == 0) return hash;
  hash = hash_bytes(hash_text(hash, p->name), p->text ? "t" : p->prior ? "l" : "n", 1);
  if (p->text) return hash_text(hash, p->text);
  if (p->prior) hash = hash_text(hash, p->prior);
  hash = hash_count(hash, p->length);
  for (int64_t i = 0; i < p->length; i++) hash = hash_number(hash, p->values[i] + 0.0);
  return hash;
}

/* In the order in which the type takes them, and what is usual if it is not given. */
static uint32_t hash_taken(uint32_t hash, const policy_type *type, const parameters *given)
{
  for (const argument *r = type->takes; r && r->name; r++) {
    const parameter *p = r->holds ? NULL : parameters_any(given, r->name);
    choice_text text;
    parameter usual;
    if (p) hash = hash_parameter(hash, p);
    else if (!r->holds && usual_parameter(r, given, type->moot, &text, &usual))
      hash = hash_parameter(hash, &usual);
  }
  return hash;
}

static bool takes_it(const policy_type *type, const char *name)
{
  for (const argument *r = type->takes; r && r->name; r++)
    if (strcmp(r->name, name) == 0) return true;
  return false;
}

/* All that the type does not know, but for what is of the policy inside. */
static uint32_t hash_others(uint32_t hash, const policy_type *type, const parameters *given)
{
  for (int i = 0; i < given->count; i++) {
    const parameter *p = &given->items[i];
    if (!takes_it(type, p->name) && strncmp(p->name, "base.", 5) != 0) hash = hash_parameter(hash, p);
  }
  return hash;
}

static uint32_t hash_policy(uint32_t hash, const policy_type *type, const parameters *given,
                            policy_finder *find, arena *memory)
{
  const parameters known = policy_parameters(type, given);
  const char *base = find ? parameters_text(given, "base") : NULL;
  const policy_type *inside = base ? find(base) : NULL;
  parameters of_inside;
  hash = hash_others(hash_taken(hash_text(hash, type->constructor), type, &known), type, given);
  if (!inside || !parameters_prefixed(given, "base.", &of_inside, memory)) return hash;
  return hash_policy(hash_bytes(hash, "p", 1), inside, &of_inside, find, memory);
}

uint32_t policy_identity(const policy_type *type, const parameters *given, policy_finder *find)
{
  arena memory = {0};
  const uint32_t hash = hash_policy(2166136261u, type, given, find, &memory);
  arena_free(&memory);
  return hash;
}

parameters policy_parameters(const policy_type *type, const parameters *given)
{
  parameters known = *given;
  known.takes = type->takes;
  return known;
}
