//: what: main gets an option for help that prints and ends
//: impact: changed
//: tests: run stop
//: select: none
//: fault: none
#include <stdio.h>
#include <string.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void* worker(void* unused) {
  pthread_mutex_lock(&lock);
  n++;
  pthread_mutex_unlock(&lock);
  return unused;
}
+static void usage(const char* name) {
+  printf("usage: %s [run|stop|--help]\n", name);
+}
int main(int argc, char** argv) {
+  if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
+    usage(argv[0]);
+    return 0;
+  }
  if (argc > 1 && !strcmp(argv[1], "stop")) n = 5;
  TWO_THREADS(worker, worker);
  return 0;
}
