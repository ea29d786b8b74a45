//: what: the byte that says that the data is there is written before the data
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <unistd.h>
#include "pair.h"
static int fds[2], data;
static void *give(void *unused) {
-  data = 42;
  write(fds[1], "x", 1);
+  data = 42;
  return unused;
}
static void *take(void *unused) {
  char c;
  if (read(fds[0], &c, 1) == 1 && data == 0) return NULL;
  return unused;
}
int main(void) {
  if (pipe(fds)) return 1;
  TWO_THREADS(give, take);
  return 0;
}
