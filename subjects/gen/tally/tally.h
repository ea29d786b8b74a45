/* Numbers by name, in C. Safe to use from several threads; only tally_free must be the last call. */
#ifndef TALLY_H
#define TALLY_H

#include <pthread.h>
#include <stdlib.h>

typedef struct tally {
  pthread_mutex_t mutex;
  long* slots; /* made when it is needed first */
} tally_t;

#define TALLY_SLOTS 8

static inline tally_t* tally_new(void) {
  tally_t* self = (tally_t*)malloc(sizeof(tally_t));
  pthread_mutex_init(&self->mutex, NULL);
  self->slots = NULL;
  return self;
}

static inline void tally_free(tally_t* self) {
  free(self->slots);
  pthread_mutex_destroy(&self->mutex);
  free(self);
}

static inline void tally_add(tally_t* self, unsigned slot, long amount) {
  if (self->slots == NULL) { /* planted: looked at without the lock */
    pthread_mutex_lock(&self->mutex);
    if (self->slots == NULL) self->slots = (long*)calloc(TALLY_SLOTS, sizeof(long));
    pthread_mutex_unlock(&self->mutex);
  }
  pthread_mutex_lock(&self->mutex);
  self->slots[slot % TALLY_SLOTS] += amount;
  pthread_mutex_unlock(&self->mutex);
}

static inline long tally_get(tally_t* self, unsigned slot) {
  pthread_mutex_lock(&self->mutex);
  const long out = self->slots == NULL ? 0 : self->slots[slot % TALLY_SLOTS];
  pthread_mutex_unlock(&self->mutex);
  return out;
}

#endif
