//: what: a union, its members and the struct around it have other names
//: impact: same
//: slow: yes
//: fault: none
#include "pair.h"
-union word { int whole; short half[2]; };
-struct cell { pthread_mutex_t lock; union word w; };
-static struct cell shared_cell = {PTHREAD_MUTEX_INITIALIZER, {7}};
+union number { int all; short parts[2]; };
+struct slot { pthread_mutex_t guard; union number value; };
+static struct slot the_slot = {PTHREAD_MUTEX_INITIALIZER, {7}};
static void* one(void* unused) {
-  pthread_mutex_lock(&shared_cell.lock);
-  shared_cell.w.whole++;
-  pthread_mutex_unlock(&shared_cell.lock);
+  pthread_mutex_lock(&the_slot.guard);
+  the_slot.value.all++;
+  pthread_mutex_unlock(&the_slot.guard);
  return unused;
}
static void* two(void* unused) {
-  pthread_mutex_lock(&shared_cell.lock);
-  shared_cell.w.half[1] = 3;
-  pthread_mutex_unlock(&shared_cell.lock);
+  pthread_mutex_lock(&the_slot.guard);
+  the_slot.value.parts[1] = 3;
+  pthread_mutex_unlock(&the_slot.guard);
  return unused;
}
int main(void) {
  TWO_THREADS(one, two);
  return 0;
}
