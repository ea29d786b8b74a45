//: what: whether the last reference went is asked again behind the unlock
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <stdlib.h>
#include "pair.h"
struct object {
  pthread_mutex_t lock;
  int references;
};
static struct object *o;
static void *put(void *unused) {
  pthread_mutex_lock(&o->lock);
-  int last = --o->references == 0;
+  --o->references;
  pthread_mutex_unlock(&o->lock);
-  if (last) free(o);
+  if (o->references == 0) free(o);
  return unused;
}
int main(void) {
  o = malloc(sizeof *o);
  pthread_mutex_init(&o->lock, NULL);
  o->references = 2;
  TWO_THREADS(put, put);
  return 0;
}
