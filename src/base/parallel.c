#include "parallel.h"
#include <pthread.h>
#include <stdbool.h>

typedef struct helper {
  pthread_t thread;
  void (*run)(const void *given, int part);
  const void *given;
  int part;
  bool started;
} helper;

static void *help(void *given)
{
  const helper *h = given;
  h->run(h->given, h->part);
  return NULL;
}

enum { MOST_HELPERS = 16 };

void parallel_run(int parts, void (*run)(const void *given, int part), const void *given)
{
  helper helpers[MOST_HELPERS] = {0};
  for (int i = 1; i < parts && i < MOST_HELPERS; i++) {
    helper *h = &helpers[i];
    *h = (helper){.run = run, .given = given, .part = i};
    h->started = pthread_create(&h->thread, NULL, help, h) == 0;
  }
  for (int i = 0; i < parts; i++)
    if (i >= MOST_HELPERS || !helpers[i].started) run(given, i);
  for (int i = 1; i < parts && i < MOST_HELPERS; i++)
    if (helpers[i].started) pthread_join(helpers[i].thread, NULL);
}
