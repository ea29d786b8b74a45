//: what: a variable of each thread, and a type of function, have other names
//: impact: same
//: slow: yes
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
-static _Thread_local int calls;
-typedef int (*step_fn)(int);
+static _Thread_local int calls_of_this_thread;
+typedef int (*operation)(int);
static int up(int n) { return n + 1; }
static int down(int n) { return n - 1; }
-static const step_fn steps[2] = {up, down};
+static const operation operations[2] = {up, down};
static int total;
static void* work(void* unused) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
-    total = steps[calls++ % 2](total);
+    total = operations[calls_of_this_thread++ % 2](total);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return total;
}
