//: what: an error path jumps to the label that unlocks, before the lock was taken
//: impact: changed
//: fault: any
//: found: yes
//: slow: yes
#include <stdlib.h>
#include "pair.h"
struct file {
  pthread_mutex_t lock;
  int length;
};
static struct file file = {PTHREAD_MUTEX_INITIALIZER, 0};
static int append(struct file* f, int n) {
  int status = -1;
  if (n <= 0)
-    return status;
+    goto out;
  pthread_mutex_lock(&f->lock);
  if (f->length + n > 100) goto out;
  f->length += n;
  status = 0;
out:
  pthread_mutex_unlock(&f->lock);
  return status;
}
static void* good(void* unused) {
  append(&file, 3);
  return unused;
}
static void* bad(void* unused) {
  append(&file, 0);
  append(&file, 2);
  return unused;
}
int main(void) {
  TWO_THREADS(good, bad);
  return 0;
}
