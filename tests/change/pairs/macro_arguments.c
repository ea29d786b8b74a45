//: what: a macro evaluates its argument before it takes the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int largest, next_number;
static int number(void) { return ++next_number; }
-#define UPDATE(n) do { pthread_mutex_lock(&lock); int v = (n); if (v > largest) largest = v; pthread_mutex_unlock(&lock); } while (0)
+#define UPDATE(n) do { int v = (n); pthread_mutex_lock(&lock); if (v > largest) largest = v; pthread_mutex_unlock(&lock); } while (0)
static void *work(void *unused) {
  UPDATE(number());
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return largest == 0;
}
