//: what: a table is sorted in place for printing, no longer a copy of it
//: impact: changed
//: tests: add print
//: args: print
//: fault: race
//: found: yes
//: slow: yes
#include <stdlib.h>
#include <string.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int table[4] = {4, 3, 2, 1};
static int by_value(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static int smallest(void) {
-  int copy[4];
-  pthread_mutex_lock(&lock);
-  memcpy(copy, table, sizeof copy);
-  pthread_mutex_unlock(&lock);
-  qsort(copy, 4, sizeof *copy, by_value);
-  return copy[0];
+  qsort(table, 4, sizeof *table, by_value);
+  return table[0];
}
static void set(int at, int value) {
  pthread_mutex_lock(&lock);
  table[at] = value;
  pthread_mutex_unlock(&lock);
}
static const char* test;
static void* a(void* unused) {
  if (!strcmp(test, "print")) smallest();
  else set(1, 9);
  return unused;
}
static void* b(void* unused) {
  set(0, 7);
  return unused;
}
int main(int argc, char** argv) {
  test = argc > 1 ? argv[1] : "add";
  TWO_THREADS(a, b);
  return 0;
}
