//: what: the variables of two files, each its own, get one new name, and one of them becomes the other's
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: units: other.c
#include "pair.h"
void *other(void *unused);
-static int hits;
+int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *unused) {
  pthread_mutex_lock(&m);
-  hits++;
+  total++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  TWO_THREADS(one, other);
  return 0;
}
//: file: other.c
#include "pair.h"
-static int hits;
+extern int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *other(void *unused) {
  pthread_mutex_lock(&m);
-  hits++;
+  total++;
  pthread_mutex_unlock(&m);
  return unused;
}
