//: what: main fills a table in another way, which threads only read into variables of their own
//: impact: changed
//: tests: a b
//: args: a
//: select: none
//: slow: yes
//: fault: none
#include "pair.h"
static int squares[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int runs;
static void* work(void* unused) {
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += squares[i];
  pthread_mutex_lock(&lock);
  runs++;
  pthread_mutex_unlock(&lock);
  return sum > 1000 ? unused : NULL;
}
int main(int argc, char** argv) {
-  for (int i = 0; i < 8; i++) squares[i] = i * i;
+  for (int i = 0, next = 0; i < 8; next += 2 * i + 1, i++) squares[i] = next;
  TWO_THREADS(work, work);
  return argc + argv[0][0] == 0;
}
