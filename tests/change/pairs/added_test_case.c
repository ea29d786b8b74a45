//: what: a harness gets one more case by strcmp: the others do what they did
//: impact: changed
//: tests: add take
//: select: none
//: args: add
//: fault: none
#include "pair.h"
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  ++stock;
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *take(void *unused) {
  pthread_mutex_lock(&lock);
  --stock;
  pthread_mutex_unlock(&lock);
  return unused;
}
static int both(void *(*f)(void *), void *(*g)(void *)) {
  TWO_THREADS(f, g);
  return 0;
}
int main(int argc, char **argv) {
  if (strcmp(argv[1], "add") == 0) return both(add, add);
+  if (strcmp(argv[1], "mixed") == 0) return both(add, take);
  if (strcmp(argv[1], "take") == 0) return both(take, take);
  return 2;
}
