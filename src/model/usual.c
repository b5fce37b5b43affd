/* The usual values of all types, which are stated in the signatures of R's constructors. */
#include "parameters.h"
#include <stdlib.h>
#include <string.h>

typedef struct usual_row {
  const char *constructor;
  const usual_value *values;
} usual_row;

#define USUAL(...) ((const usual_value[]){__VA_ARGS__, {.name = 0}})
#define REQUIRED(name_) {.name = (name_)}
#define ONE(name_, value_) {(name_), 1, {(value_), (value_)}}
#define TWO(name_, first_, second_) {(name_), 2, {(first_), (second_)}}

static const usual_row usual_rows[] = {
#include "usual.h"
};

typedef struct asked {
  const char *prefix, *name;
} asked;

static int compare(const void *key, const void *row)
{
  const asked *a = key;
  const char *constructor = ((const usual_row *)row)->constructor;
  const size_t length = strlen(a->prefix);
  const int order = strncmp(a->prefix, constructor, length);
  return order ? order : strcmp(a->name, constructor + length);
}

const usual_value *usual_values(const char *prefix, const char *name)
{
  const asked key = {prefix, name};
  const usual_row *found =
      bsearch(&key, usual_rows, sizeof usual_rows / sizeof *usual_rows, sizeof *usual_rows, compare);
  return found ? found->values : 0;
}
