//: what: a break is gone, so that the locked case runs into the unlocked one
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"

enum op { OP_ADD, OP_RESET };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, resets;

static void apply(enum op op) {
  switch (op) {
    case OP_ADD:
      pthread_mutex_lock(&lock);
      total++;
      pthread_mutex_unlock(&lock);
-      break;
    case OP_RESET:
      resets++;
      break;
  }
}

static void* a(void* p) {
  apply(OP_ADD);
  return p;
}
static void* b(void* p) {
  apply(OP_ADD);
  return p;
}
int main(void) {
  apply(OP_RESET);
  TWO_THREADS(a, b);
  return 0;
}
