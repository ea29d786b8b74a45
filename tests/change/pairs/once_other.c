//: what: two parts of the program each have a once of their own now
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_once_t first_time = PTHREAD_ONCE_INIT, other_time = PTHREAD_ONCE_INIT;
static int made;
static void make(void) { made++; }
static void *one(void *unused) {
  pthread_once(&first_time, make);
  return unused;
}
static void *two(void *unused) {
-  pthread_once(&first_time, make);
+  pthread_once(&other_time, make);
  return unused;
}
int main(void) {
  (void)other_time;
  TWO_THREADS(one, two);
  return made == 0;
}
