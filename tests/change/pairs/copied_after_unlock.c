//: what: a struct is copied after the unlock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <string.h>
#include "pair.h"

struct stats {
  long in, out;
};
static struct stats stats;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void snapshot(struct stats* to) {
  pthread_mutex_lock(&lock);
-  *to = stats;
-  pthread_mutex_unlock(&lock);
+  pthread_mutex_unlock(&lock);
+  memcpy(to, &stats, sizeof *to);
}
static void* a(void* p) {
  pthread_mutex_lock(&lock);
  stats.in++;
  stats.out++;
  pthread_mutex_unlock(&lock);
  return p;
}
static void* b(void* p) {
  struct stats s;
  snapshot(&s);
  return s.in > 9 ? p : NULL;
}
int main(void) {
  TWO_THREADS(a, b);
  return 0;
}
