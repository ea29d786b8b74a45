//: what: a choice by type has a way for long that takes no lock
//: impact: changed
//: tests: int long
//: select: long
//: args: long
//: slow: yes
//: fault: race
//: found: yes
#include <string.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
static void add_locked(long n) {
  pthread_mutex_lock(&lock);
  total += n;
  pthread_mutex_unlock(&lock);
}
-#define add(n) _Generic((n), default: add_locked)(n)
+static void add_free(long n) { total += n; }
+#define add(n) _Generic((n), long: add_free, default: add_locked)(n)
static void* of_int(void* unused) {
  add(1);
  return unused;
}
static void* of_long(void* unused) {
  add(1L);
  return unused;
}
int main(int argc, char** argv) {
  int is_long = argc > 1 && !strcmp(argv[1], "long");
  TWO_THREADS(of_int, is_long ? of_long : of_int);
  return 0;
}
