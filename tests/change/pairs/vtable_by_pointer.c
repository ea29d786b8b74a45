//: what: C objects with a pointer to a table of functions; a constructor gives another table
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct Shape;
struct Methods {
  void (*grow)(struct Shape *);
};
struct Shape {
  const struct Methods *methods;
  pthread_mutex_t lock;
  int size;
};
static void grow_locked(struct Shape *s) {
  pthread_mutex_lock(&s->lock);
  s->size++;
  pthread_mutex_unlock(&s->lock);
}
static void grow_fast(struct Shape *s) { s->size++; }
static const struct Methods safe = {grow_locked}, fast = {grow_fast};
static struct Shape shape;
static void init(struct Shape *s, int shared) {
-  s->methods = shared ? &safe : &fast;
+  s->methods = shared > 1 ? &safe : &fast;
  pthread_mutex_init(&s->lock, NULL);
}
static void *work(void *unused) {
  shape.methods->grow(&shape);
  return unused;
}
int main(void) {
  init(&shape, 1);
  TWO_THREADS(work, work);
  return shape.size == 0;
}
