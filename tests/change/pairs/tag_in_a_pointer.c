//: what: the lowest bit of a pointer says that what it points to is shared; it is not set any more
//: impact: changed
//: select: yes
//: slow: yes
//: fault: race
//: found: yes
#include <stdint.h>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
-#define SHARED 1
+#define SHARED 0
static void* add(void* given) {
  uintptr_t bits = (uintptr_t)given;
  int* at = (int*)(bits & ~(uintptr_t)1);
  if (bits & 1) pthread_mutex_lock(&lock);
  ++*at;
  if (bits & 1) pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, (void*)((uintptr_t)&total | SHARED));
  pthread_create(&b, NULL, add, (void*)((uintptr_t)&total | SHARED));
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return total == 0;
}
