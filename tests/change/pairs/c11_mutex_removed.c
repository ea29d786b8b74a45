//: what: the lock of C11 threads is gone
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <threads.h>
static mtx_t lock;
static int total;
static int add(void *unused) {
-  mtx_lock(&lock);
  ++total;
-  mtx_unlock(&lock);
  return unused != 0;
}
int main(void) {
  thrd_t a, b;
  mtx_init(&lock, mtx_plain);
  thrd_create(&a, add, 0);
  thrd_create(&b, add, 0);
  thrd_join(a, 0);
  thrd_join(b, 0);
  return total == 0;
}
