//: what: a flag of one thread moves from a word of its own into the flags that another thread sets under a lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include "pair.h"
enum { F_OPEN = 1, F_DIRTY = 2 };
struct page {
  pthread_mutex_t lock;
  unsigned flags;
  unsigned dirty;
};
static struct page page = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static void set_open(struct page* p) {
  pthread_mutex_lock(&p->lock);
  p->flags |= F_OPEN;
  pthread_mutex_unlock(&p->lock);
}
static void set_dirty(struct page* p) {
-  p->dirty = 1;
+  p->flags |= F_DIRTY;
}
static void* opener(void* unused) {
  set_open(&page);
  return unused;
}
static void* writer(void* unused) {
  set_dirty(&page);
  return unused;
}
int main(void) {
  TWO_THREADS(opener, writer);
  return 0;
}
