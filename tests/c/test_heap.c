/* A heap gives back what a plain list would, the earliest first, whether its items come in order or
 * not, are taken out, postponed, or outgrow the room; what goes with an item stays with it. */
#include "../../src/base/heap.h"
#include "describe.h"
#include <stdlib.h>

enum { MOST_ITEMS = 3000, STEPS = 6000 };

typedef struct listed {
  int64_t round, order, more;
} listed;

typedef struct pair {
  heap heap;
  listed item[MOST_ITEMS];
  int count;
  int64_t order, now;
} pair;

static uint64_t drawn(uint64_t below)
{
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state >> 33) % below;
}

static int earliest(const pair *p)
{
  int first = 0;
  for (int i = 1; i < p->count; i++) {
    const listed *a = &p->item[i], *b = &p->item[first];
    if (a->round < b->round || (a->round == b->round && a->order < b->order)) first = i;
  }
  return first;
}

static void push(pair *p, int64_t round)
{
  const listed new = {.round = round, .order = p->order++, .more = (int64_t)drawn(1000000)};
  p->item[p->count++] = new;
  CLAIM(heap_push(&p->heap, new.round, new.order, &new.more));
}

static void pop(pair *p)
{
  const int first = earliest(p);
  CLAIM(heap_first(&p->heap).round == p->item[first].round);
  CLAIM(heap_first(&p->heap).order == p->item[first].order);
  CLAIM(*(const int64_t *)heap_first_more(&p->heap) == p->item[first].more);
  CLAIM(heap_next(&p->heap) == p->item[first].round + 1);
  heap_pop(&p->heap);
  p->item[first] = p->item[--p->count];
}

static void take_out_any(pair *p)
{
  const int at = (int)drawn((uint64_t)p->count);
  heap_take_out(&p->heap, p->item[at].order);
  p->item[at] = p->item[--p->count];
}

static void postpone_first(pair *p)
{
  const int first = earliest(p);
  p->item[first].round += (int64_t)drawn(5);
  heap_postpone(&p->heap, p->item[first].round);
}

/* `odd` in 100 steps do what is out of order; `growth`: more pushes than pops in 100. */
static void is_a_list(uint64_t odd, uint64_t growth, size_t room)
{
  arena memory = {0};
  pair *p = calloc(1, sizeof *p);
  CLAIM(p && heap_open(&p->heap, room, sizeof(int64_t), &memory));
  for (int step = 0; step < STEPS; step++) {
    p->now += (int64_t)drawn(2);
    const bool strange = drawn(100) < odd;
    if (p->count == MOST_ITEMS || (p->count > 0 && drawn(100) >= 50 + growth)) pop(p);
    else push(p, strange ? p->now + (int64_t)drawn(50) : p->now + 100);
    if (strange && p->count > 0 && drawn(3) == 0) take_out_any(p);
    if (strange && p->count > 0 && drawn(3) == 0) postpone_first(p);
    if (drawn(500) == 0)
      while (p->count > 0) pop(p);
    CLAIM(p->heap.count == (size_t)p->count);
  }
  while (p->count > 0) pop(p);
  CLAIM(heap_next(&p->heap) == INT64_MAX);
  arena_free(&memory);
  free(p);
}

int main(void)
{
  for (uint64_t odd = 0; odd <= 20; odd += 5)
    for (uint64_t growth = 0; growth <= 20; growth += 10)
      for (size_t room = 0; room <= 8; room += 4) is_a_list(odd, growth, room);
  printf("all claims hold\n");
  return 0;
}
