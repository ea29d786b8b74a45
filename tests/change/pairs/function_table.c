//: what: a constant table of functions has the unlocked one in one place
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void add_locked(void) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
}
static void add_plain(void) { ++total; }
-static void (*const table[])(void) = {add_locked, add_locked, add_plain};
+static void (*const table[])(void) = {add_locked, add_plain, add_plain};
static void *zero(void *unused) {
  table[0]();
  return unused;
}
static void *one(void *unused) {
  table[1]();
  return unused;
}
int main(void) {
  table[2]();
  TWO_THREADS(zero, one);
  return total == 0;
}
