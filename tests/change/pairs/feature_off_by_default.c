//: what: a new feature comes with a flag that is off: its code never runs in the old tests
//: impact: changed
//: tests: plain other
//: fault: none
//: slow: yes
#include <stdio.h>
#include <string.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
+static int trace_enabled;
+static int traced;
static void* add(void* unused) {
  pthread_mutex_lock(&lock);
  total++;
+  if (trace_enabled) traced++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(int argc, char** argv) {
  if (argc > 1 && !strcmp(argv[1], "other")) total = 1;
+  if (argc > 1 && !strcmp(argv[1], "--trace")) trace_enabled = 1;
  TWO_THREADS(add, add);
  return 0;
}
