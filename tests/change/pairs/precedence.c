//: what: parentheses around a mask are gone
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
enum { kLocked = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, mode = 2;
static void *add(void *unused) {
-  const int locks = (mode & kLocked) == kLocked;
+  const int locks = mode & kLocked == kLocked;
  if (locks) pthread_mutex_lock(&lock);
  ++total;
  if (locks) pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, add);
  return total == 0;
}
