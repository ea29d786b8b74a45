//: what: the flag that says whether to lock shares its bytes with a count
//: impact: changed
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
-static struct {
+static union {
  int free;
  int count;
} state;
static void *add(void *unused) {
  if (!state.free) pthread_mutex_lock(&lock);
  ++total;
  if (!state.free) pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  state.count = 1;
  TWO_THREADS(add, add);
  return total == 0;
}
