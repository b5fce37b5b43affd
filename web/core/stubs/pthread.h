/* In the browser a page and each of its workers have one thread: none can be started,
 * locks are always free, and nobody is waited for. */
#ifndef UNRULY_STUB_PTHREAD_H
#define UNRULY_STUB_PTHREAD_H

#include <errno.h>
#include <time.h>

typedef int pthread_t, pthread_mutex_t, pthread_cond_t;
#define PTHREAD_MUTEX_INITIALIZER 0

static inline int pthread_create(pthread_t *thread, const void *how, void *(*run)(void *), void *given)
{
  (void)thread, (void)how, (void)run, (void)given;
  return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result) { return (void)thread, (void)result, 0; }

static inline int pthread_mutex_init(pthread_mutex_t *lock, const void *how)
{
  (void)how;
  return *lock = 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *lock) { return (void)lock, 0; }
static inline int pthread_mutex_unlock(pthread_mutex_t *lock) { return (void)lock, 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t *lock) { return (void)lock, 0; }

static inline int pthread_cond_init(pthread_cond_t *changed, const void *how)
{
  (void)how;
  return *changed = 0;
}

static inline int pthread_cond_broadcast(pthread_cond_t *changed) { return (void)changed, 0; }
static inline int pthread_cond_destroy(pthread_cond_t *changed) { return (void)changed, 0; }

static inline int pthread_cond_timedwait(pthread_cond_t *changed, pthread_mutex_t *lock,
                                         const struct timespec *until)
{
  (void)changed, (void)lock, (void)until;
  return ETIMEDOUT;
}

#endif
