//: what: one lock becomes two new ones, each used by one thread
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
-static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
+static pthread_mutex_t read_lock = PTHREAD_MUTEX_INITIALIZER, write_lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *one(void *unused) {
-  pthread_mutex_lock(&lock);
+  pthread_mutex_lock(&read_lock);
  n++;
-  pthread_mutex_unlock(&lock);
+  pthread_mutex_unlock(&read_lock);
  return unused;
}
static void *two(void *unused) {
-  pthread_mutex_lock(&lock);
+  pthread_mutex_lock(&write_lock);
  n--;
-  pthread_mutex_unlock(&lock);
+  pthread_mutex_unlock(&write_lock);
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return n;
}
