/* External pointers to what the core holds. All that live are known here, so
 * that the library can be unloaded: R would go on to call their finalizers,
 * and workers would run on, in code that is no longer there. */
#include "glue.h"
#include <stdlib.h>

static SEXP live; /* weak references, behind a cell that R keeps */

static SEXP head(void)
{
  if (!live) R_PreserveObject(live = Rf_cons(R_NilValue, R_NilValue));
  return live;
}

/* Takes those out that R has finalized. */
static void forget_dead(void)
{
  SEXP before = head();
  for (SEXP cell = CDR(before); cell != R_NilValue; cell = CDR(cell)) {
    if (R_WeakRefKey(CAR(cell)) == R_NilValue) SETCDR(before, CDR(cell));
    else before = cell;
  }
}

SEXP glue_handle(void *what, SEXP kept, R_CFinalizer_t finalize)
{
  forget_dead();
  SEXP pointer = PROTECT(R_MakeExternalPtr(what, R_NilValue, kept));
  SEXP reference = PROTECT(R_MakeWeakRefC(pointer, R_NilValue, finalize, TRUE));
  SETCDR(head(), Rf_cons(reference, CDR(head())));
  UNPROTECT(2);
  return pointer;
}

static void finalize_arena(SEXP pointer)
{
  arena *memory = R_ExternalPtrAddr(pointer);
  R_ClearExternalPtr(pointer);
  if (memory) arena_free(memory);
  free(memory);
}

SEXP glue_arena(arena **memory)
{
  *memory = calloc(1, sizeof **memory);
  if (!*memory) Rf_error("There is not enough memory.");
  return glue_handle(*memory, R_NilValue, finalize_arena);
}

/* --- interrupts ----------------------------------------------------------------------- */

static void look_for_interrupt(void *unused)
{
  (void)unused;
  R_CheckUserInterrupt();
}

bool glue_interrupted(void) { return !R_ToplevelExec(look_for_interrupt, NULL); }

/* --- unloading ------------------------------------------------------------------------ */

void glue_close_handles(void)
{
  if (!live) return;
  for (SEXP cell = CDR(live); cell != R_NilValue; cell = CDR(cell)) R_RunWeakRefFinalizer(CAR(cell));
  R_ReleaseObject(live);
  live = NULL;
}

/* R calls this before it unloads the library. */
void R_unload_unruly(DllInfo *dll)
{
  (void)dll;
  glue_close_handles();
}
