//: what: a limit of type double differs behind the point
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double level = 0.5;
static int alarms;
static void *watch(void *unused) {
-  const int locked = level < 0.51;
+  const int locked = level < 0.49;
  if (locked) pthread_mutex_lock(&lock);
  alarms++;
  if (locked) pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  TWO_THREADS(watch, watch);
  return alarms == 0;
}
