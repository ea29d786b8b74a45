//: what: another one of two globals of the same type: its lock, which guards nothing here
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct Table {
  int size;
  pthread_mutex_t lock;
};
static struct Table one = {.lock = PTHREAD_MUTEX_INITIALIZER}, two = {.lock = PTHREAD_MUTEX_INITIALIZER};
static void *add(void *unused) {
  pthread_mutex_lock(&one.lock);
  one.size++;
  pthread_mutex_unlock(&one.lock);
  return unused;
}
static void *drop(void *unused) {
-  pthread_mutex_lock(&one.lock);
+  pthread_mutex_lock(&two.lock);
  one.size--;
-  pthread_mutex_unlock(&one.lock);
+  pthread_mutex_unlock(&two.lock);
  return unused;
}
int main(void) {
  TWO_THREADS(add, drop);
  return two.size;
}
