/* Identity of a policy, as a number: a hash (FNV-1a) of its constructor and its
 * parameters. It addresses the policy's random stream. */
#include "policy.h"
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

uint32_t policy_identity(const policy_type *type, const parameters *given)
{
  uint32_t hash = hash_text(2166136261u, type->constructor);
  for (int i = 0; i < given->count; i++) {
    const parameter *p = &given->items[i];
    if (p->length == 0 && !p->text) continue;
    hash = hash_text(hash, p->name);
    if (p->text) hash = hash_text(hash, p->text);
    for (int64_t j = 0; j < p->length && p->values; j++) hash = hash_number(hash, p->values[j]);
  }
  return hash;
}

parameters policy_parameters(const policy_type *type, const parameters *given)
{
  parameters known = *given;
  known.usual = type->from_outside ? NULL : usual_values("", type->constructor);
  return known;
}
