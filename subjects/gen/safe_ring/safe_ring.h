/* A set of small numbers, in C. All functions may be called from any thread, safe_ring_free last. No fault is known. */
#ifndef SAFE_RING_H
#define SAFE_RING_H

#include <pthread.h>

typedef struct safe_ring {
  pthread_mutex_t mutex;
  unsigned long members;
} safe_ring;

static inline void safe_ring_init(safe_ring* set) {
  pthread_mutex_init(&set->mutex, 0);
  set->members = 0;
}

static inline void safe_ring_free(safe_ring* set) { pthread_mutex_destroy(&set->mutex); }

static inline int safe_ring_add(safe_ring* set, unsigned member) {
  if (member >= 64) return -1;
  pthread_mutex_lock(&set->mutex);
  const int is_new = (set->members >> member & 1) == 0;
  set->members |= 1ul << member;
  pthread_mutex_unlock(&set->mutex);
  return is_new;
}

static inline int safe_ring_has(safe_ring* set, unsigned member) {
  if (member >= 64) return 0;
  pthread_mutex_lock(&set->mutex);
  const int has = (int)(set->members >> member & 1);
  pthread_mutex_unlock(&set->mutex);
  return has;
}

#endif
