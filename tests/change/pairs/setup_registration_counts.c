//: what: tests that register themselves before main are counted, and main prints the number
//: impact: changed
//: tests: 0 1
//: args: 1
//: select: none
//: slow: yes
//: fault: none
#include <stdio.h>
#include <stdlib.h>
#include "pair.h"
typedef void* (*test)(void*);
static test tests[8];
static int known;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int up, down;
static void add(test t) {
+  if (known == 8) abort();
  tests[known++] = t;
}
static void* one(void* unused) {
  pthread_mutex_lock(&lock);
  up++;
  pthread_mutex_unlock(&lock);
  return unused;
}
static void* two(void* unused) {
  pthread_mutex_lock(&lock);
  down++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(int argc, char** argv) {
  add(one);
  add(two);
+  printf("%d tests\n", known);
  test t = tests[argc > 1 ? atoi(argv[1]) : 0];
  TWO_THREADS(t, t);
  return 0;
}
