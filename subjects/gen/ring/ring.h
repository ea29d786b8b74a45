/* A ring of numbers, in C. All functions may be called from any thread, ring_destroy last. */
#ifndef RING_H
#define RING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ring;

struct ring* ring_create(size_t capacity);
void ring_destroy(struct ring* ring);

/* 0, or -1 if the ring is full. */
int ring_put(struct ring* ring, int number);
/* 0, or -1 if the ring is empty. */
int ring_take(struct ring* ring, int* number);
size_t ring_count(const struct ring* ring);

#ifdef __cplusplus
}
#endif

#endif
