//: what: a function moves from one file to another
//: impact: same
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
+#include "add.h"
-inline void Add() {
-  pthread_mutex_lock(&lock);
-  ++total;
-  pthread_mutex_unlock(&lock);
-}
static void* work(void* unused) {
  Add();
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
//: file: add.h
+inline void Add() {
+  pthread_mutex_lock(&lock);
+  ++total;
+  pthread_mutex_unlock(&lock);
+}
