//: what: two fields change places under an initialiser of a local by position
//: impact: changed
//: fault: race
//: found: yes
//: select: yes
#include "pair.h"
struct options {
-  int locked;
-  int loud;
-  int spare[6];
+  int loud;
+  int locked;
+  int spare[6];
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void step(const struct options *o) {
  if (o->locked) pthread_mutex_lock(&m);
  value++;
  if (o->locked) pthread_mutex_unlock(&m);
}
static void *add(void *unused) {
  struct options o = {1, 0};
  step(&o);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
