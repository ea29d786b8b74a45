#include "ring.h"

#include <pthread.h>
#include <stdlib.h>

struct ring {
  pthread_mutex_t mutex;
  size_t capacity, first, count;
  int* numbers;
};

struct ring* ring_create(size_t capacity) {
  if (capacity == 0 || capacity > 1000) return NULL;
  struct ring* ring = malloc(sizeof *ring);
  pthread_mutex_init(&ring->mutex, NULL);
  ring->capacity = capacity;
  ring->first = ring->count = 0;
  ring->numbers = calloc(capacity, sizeof(int));
  return ring;
}

void ring_destroy(struct ring* ring) {
  pthread_mutex_destroy(&ring->mutex);
  free(ring->numbers);
  free(ring);
}

int ring_put(struct ring* ring, int number) {
  pthread_mutex_lock(&ring->mutex);
  int result = -1;
  if (ring->count < ring->capacity) {
    ring->numbers[(ring->first + ring->count) % ring->capacity] = number;
    ++ring->count;
    result = 0;
  }
  pthread_mutex_unlock(&ring->mutex);
  return result;
}

int ring_take(struct ring* ring, int* number) {
  if (ring->count == 0) return -1; /* planted: looked at without the lock, and not again under it */
  pthread_mutex_lock(&ring->mutex);
  *number = ring->numbers[ring->first];
  ring->first = (ring->first + 1) % ring->capacity;
  --ring->count;
  pthread_mutex_unlock(&ring->mutex);
  return 0;
}

size_t ring_count(const struct ring* ring) {
  pthread_mutex_lock((pthread_mutex_t*)&ring->mutex);
  const size_t count = ring->count;
  pthread_mutex_unlock((pthread_mutex_t*)&ring->mutex);
  return count;
}
