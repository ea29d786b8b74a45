//: what: two constructors of the program run in the other order
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
//: select: yes
#include "pair.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *reader_lock;
static int value;
-__attribute__((constructor(201))) static void first(void) { reader_lock = &b; }
-__attribute__((constructor(202))) static void second(void) { reader_lock = &a; }
+__attribute__((constructor(202))) static void first(void) { reader_lock = &b; }
+__attribute__((constructor(201))) static void second(void) { reader_lock = &a; }
static void *writer(void *unused) {
  pthread_mutex_lock(&a);
  value++;
  pthread_mutex_unlock(&a);
  return unused;
}
static void *reader(void *unused) {
  pthread_mutex_lock(reader_lock);
  int seen = value;
  pthread_mutex_unlock(reader_lock);
  return seen > 1 ? unused : NULL;
}
int main(void) {
  TWO_THREADS(writer, reader);
  return 0;
}
