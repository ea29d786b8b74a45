//: what: the resolver of a function that is chosen at the start gives another
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
//: select: yes
#include "pair.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void locked(void) {
  pthread_mutex_lock(&m);
  value++;
  pthread_mutex_unlock(&m);
}
static void quick(void) { value++; }
static void (*resolve(void))(void) {
-  return locked;
+  return quick;
}
void add_one(void) __attribute__((ifunc("resolve")));
static void *add(void *unused) {
  add_one();
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return quick == NULL || locked == NULL;
}
