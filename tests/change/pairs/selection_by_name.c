//: what: a new question about a name in main, for a test that nobody has
//: impact: changed
//: tests: t0 t1 t2 t3 t4 t5 t6 t7 t8 t9
//: select: none
//: fault: none
#include "pair.h"
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int totals[10];
static int which;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  ++totals[which];
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(int argc, char **argv) {
  const char *t = argc > 1 ? argv[1] : "t0";
+  if (strcmp(t, "zzz") == 0) return 3;
  which = t[1] - '0';
  TWO_THREADS(add, add);
  return totals[which] == 0;
}
