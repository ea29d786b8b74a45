/* Numbers under keys, in C, with a lock for readers and writers. Any thread may call anything. */
#ifndef SAFE_TABLE_H
#define SAFE_TABLE_H

#include <pthread.h>
#include <string.h>

#define SAFE_TABLE_SIZE 8

struct safe_table {
  pthread_rwlock_t lock;
  int used[SAFE_TABLE_SIZE];
  int keys[SAFE_TABLE_SIZE];
  int values[SAFE_TABLE_SIZE];
};

static inline int safe_table_init(struct safe_table* self) {
  memset(self->used, 0, sizeof self->used);
  return pthread_rwlock_init(&self->lock, 0);
}

static inline void safe_table_destroy(struct safe_table* self) { pthread_rwlock_destroy(&self->lock); }

/* 0, or -1 if there is no room. */
static inline int safe_table_put(struct safe_table* self, int key, int value) {
  int out = -1;
  pthread_rwlock_wrlock(&self->lock);
  for (int i = 0; i < SAFE_TABLE_SIZE && out < 0; ++i)
    if (!self->used[i] || self->keys[i] == key) {
      self->used[i] = 1;
      self->keys[i] = key;
      self->values[i] = value;
      out = 0;
    }
  pthread_rwlock_unlock(&self->lock);
  return out;
}

/* 0, or -1 if there is no such key. */
static inline int safe_table_get(struct safe_table* self, int key, int* value) {
  int out = -1;
  pthread_rwlock_rdlock(&self->lock);
  for (int i = 0; i < SAFE_TABLE_SIZE && out < 0; ++i)
    if (self->used[i] && self->keys[i] == key) {
      *value = self->values[i];
      out = 0;
    }
  pthread_rwlock_unlock(&self->lock);
  return out;
}

#endif
