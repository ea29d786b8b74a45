//: what: main reads one more option, and a thread's branch depends on what it sets
//: impact: changed
//: tests: a b
//: args: a
//: select: a b
//: slow: yes
//: fault: none
#include <stdlib.h>
#include <string.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int runs, extra;
static void* work(void* unused) {
  pthread_mutex_lock(&lock);
  runs++;
  pthread_mutex_unlock(&lock);
  if (extra) runs++;
  return unused;
}
int main(int argc, char** argv) {
+  if (getenv("EXTRA_RUN")) extra = 1;
  TWO_THREADS(work, work);
  return argc + argv[0][0] == 0;
}
