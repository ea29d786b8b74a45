//: what: a thread sets a variable of the environment that another asks for
//: impact: changed
//: select: yes
//: fault: assert
//: found: yes
#include "pair.h"
#include <stdlib.h>
static void *configure(void *unused) {
-  (void)unused;
+  setenv("PAIR_MODE", "fast", 1);
  return NULL;
}
static void *use(void *unused) {
  const char *before = getenv("PAIR_MODE");
  const char *after = getenv("PAIR_MODE");
  assert((before == NULL) == (after == NULL));
  return unused;
}
int main(void) {
  unsetenv("PAIR_MODE");
  TWO_THREADS(configure, use);
  return 0;
}
