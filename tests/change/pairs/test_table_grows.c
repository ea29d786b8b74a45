//: what: a new row in the table of tests, and its function
//: impact: changed
//: tests: one two
//: args: one
//: select: none
//: fault: none
#include <string.h>
#include "pair.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void* count(void* p) {
  pthread_mutex_lock(&lock);
  n++;
  pthread_mutex_unlock(&lock);
  return p;
}
static void one(void) { TWO_THREADS(count, count); }
static void two(void) {
  count(NULL);
  TWO_THREADS(count, count);
}
+static void three(void) {
+  count(NULL);
+  one();
+}
static const struct {
  const char* name;
  void (*run)(void);
} tests[] = {
    {"one", one},
    {"two", two},
+    {"three", three},
};
int main(int argc, char** argv) {
  for (unsigned i = 0; argc > 1 && i < sizeof tests / sizeof *tests; i++)
    if (!strcmp(tests[i].name, argv[1])) tests[i].run();
  return 0;
}
