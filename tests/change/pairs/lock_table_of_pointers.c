//: what: a table of pointers to locks names another lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
-static pthread_mutex_t *const of_row[2] = {&one, &one};
+static pthread_mutex_t *const of_row[2] = {&one, &two};
static int total;
static void add(int row) {
  pthread_mutex_lock(of_row[row]);
  ++total;
  pthread_mutex_unlock(of_row[row]);
}
static void *first_row(void *unused) { add(0); return unused; }
static void *second_row(void *unused) { add(1); return unused; }
int main(void) {
  (void)two;
  TWO_THREADS(first_row, second_row);
  return total == 0;
}
