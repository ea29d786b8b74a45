//: what: a weak reference finds its function no longer
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: units: hooks.c
#include "pair.h"
static int total;
void take(void) __attribute__((weak));
void drop(void) __attribute__((weak));
static void *add(void *unused) {
  if (take) take();
  ++total;
  if (drop) drop();
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
//: file: hooks.c
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
-void take(void) { pthread_mutex_lock(&lock); }
-void drop(void) { pthread_mutex_unlock(&lock); }
+void take_it(void) { pthread_mutex_lock(&lock); }
+void drop_it(void) { pthread_mutex_unlock(&lock); }
