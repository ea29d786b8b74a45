//: what: one more global with a constructor in front of the others: those are initialised as before
//: impact: changed
//: select: no
//: fault: none
#include "pair.h"
struct Loud {
  explicit Loud(int n) : value(n) {}
  int value;
};
int Number(int n) { return n; }
+static Loud fresh(Number(3));
static Loud one(Number(1));
static Loud two(Number(2));
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void* work(void* unused) {
  pthread_mutex_lock(&lock);
  total += one.value + two.value;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return total == 0;
}
