//: what: two fields change places under an initialiser by position
//: impact: changed
//: fault: race
//: found: yes
//: select: yes
#include "pair.h"
struct options {
-  int locked;
-  int loud;
+  int loud;
+  int locked;
};
static struct options options = {1, 0};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void *add(void *unused) {
  if (options.locked) pthread_mutex_lock(&m);
  value++;
  if (options.locked) pthread_mutex_unlock(&m);
  return options.loud ? unused : NULL;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
