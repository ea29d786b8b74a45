//: what: two handlers for the end of the process are registered in the other order: memory goes before the thread is joined
//: impact: changed
//: slow: yes
//: fault: any
//: found: yes
#include <stdlib.h>
#include "pair.h"
static int* numbers;
static pthread_t worker;
static void* work(void* unused) {
  numbers[1] = numbers[0] + 1;
  return unused;
}
static void release(void) { free(numbers); }
static void finish(void) { pthread_join(worker, NULL); }
int main(void) {
  numbers = calloc(2, sizeof *numbers);
-  atexit(release);
-  atexit(finish);
+  atexit(finish);
+  atexit(release);
  pthread_create(&worker, NULL, work, NULL);
  return 0;
}
