//: what: a variable that nobody writes becomes const
//: impact: same
//: fault: none
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
-static int step = 3;
+static const int step = 3;
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  total += step;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return 0;
}
