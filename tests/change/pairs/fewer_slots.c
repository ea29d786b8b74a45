//: what: two threads that had a slot each share one: the number of slots is smaller
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <stdint.h>
#include "pair.h"
-#define SLOTS 2
+#define SLOTS 1
static long slots[SLOTS];
static void *count(void *id) {
  slots[(uintptr_t)id % SLOTS]++;
  return id;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, (void *)0);
  pthread_create(&b, NULL, count, (void *)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
