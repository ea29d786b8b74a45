//: what: a constant table in a function says that a mode needs no lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct mode {
  const char *name;
  int locked;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static const struct mode *find(int i) {
-  static const struct mode modes[] = {{"fast", 1}, {"safe", 1}};
+  static const struct mode modes[] = {{"fast", 0}, {"safe", 1}};
  return &modes[i];
}
static void *work(void *unused) {
  const struct mode *mode = find(0);
  if (mode->locked) pthread_mutex_lock(&lock);
  value++;
  if (mode->locked) pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return value == 0;
}
