//: what: a limit that is a fraction
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
//: select: yes
#include "pair.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static double load = 0.6;
static int value;
static void *add(void *unused) {
-  int locked = load > 0.5;
+  int locked = load > 0.7;
  if (locked) pthread_mutex_lock(&m);
  value++;
  if (locked) pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
