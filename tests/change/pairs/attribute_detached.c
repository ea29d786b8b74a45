//: what: a thread is made detached by its attribute and nobody waits for it
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static int total;
static void *add(void *unused) { ++total; return unused; }
int main(void) {
  pthread_attr_t attributes;
  pthread_t a;
  pthread_attr_init(&attributes);
+  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&a, &attributes, add, NULL);
-  pthread_join(a, NULL);
  pthread_attr_destroy(&attributes);
  return total == 5;
}
