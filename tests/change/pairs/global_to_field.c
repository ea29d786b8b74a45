//: what: every object had its own count, now one global counts for all
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct box {
  pthread_mutex_t lock;
-  int count;
};
+static int count;
static struct box x = {.lock = PTHREAD_MUTEX_INITIALIZER}, y = {.lock = PTHREAD_MUTEX_INITIALIZER};
static void add(struct box *b) {
  pthread_mutex_lock(&b->lock);
-  b->count++;
+  count++;
  pthread_mutex_unlock(&b->lock);
}
static void *first_box(void *unused) { add(&x); return unused; }
static void *second_box(void *unused) { add(&y); return unused; }
int main(void) {
  TWO_THREADS(first_box, second_box);
  return 0;
}
