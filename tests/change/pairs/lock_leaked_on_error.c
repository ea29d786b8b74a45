//: what: an early return keeps the lock
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <errno.h>
#include "pair.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slots[2], used;

static int slot_take(int owner) {
  pthread_mutex_lock(&lock);
  if (used == 2) {
-    pthread_mutex_unlock(&lock);
    return -ENOSPC;
  }
  slots[used++] = owner;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void* a(void* p) {
  slot_take(1);
  slot_take(2);
  return p;
}
static void* b(void* p) {
  slot_take(3);
  slot_take(4);
  return p;
}
int main(void) {
  TWO_THREADS(a, b);
  return 0;
}
