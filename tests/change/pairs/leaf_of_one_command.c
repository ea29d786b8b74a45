//: what: what one of four commands prints at its end
//: impact: changed
//: tests: add sub both show
//: args: show
//: select: none
//: fault: none
#include <stdio.h>
#include <string.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  ++total;
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *sub(void *unused) {
  pthread_mutex_lock(&lock);
  --total;
  pthread_mutex_unlock(&lock);
  return unused;
}
static int print(void) {
-  return printf("%d\n", total) < 0;
+  return printf("total: %d\n", total) < 0;
}
static int adds(void) {
  TWO_THREADS(add, add);
  return total != 2;
}
static int subs(void) {
  TWO_THREADS(sub, sub);
  return total != -2;
}
static int both(void) {
  TWO_THREADS(add, sub);
  return total != 0;
}
static int shows(void) {
  TWO_THREADS(add, sub);
  return print();
}
static const struct {
  const char *name;
  int (*run)(void);
} commands[] = {{"add", adds}, {"sub", subs}, {"both", both}, {"show", shows}};
int main(int argc, char **argv) {
  for (unsigned i = 0; argc > 1 && i < sizeof commands / sizeof *commands; ++i)
    if (!strcmp(argv[1], commands[i].name)) return commands[i].run();
  return 2;
}
