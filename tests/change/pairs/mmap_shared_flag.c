//: what: the ready flag of a ring in mapped memory is set before the entry is copied
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <string.h>
#include <sys/mman.h>
#include "pair.h"
struct entry {
  int ready;
  char text[12];
};
static struct entry* ring;
static void put(const char* text) {
-  memcpy(ring->text, text, strlen(text) + 1);
-  __atomic_store_n(&ring->ready, 1, __ATOMIC_RELEASE);
+  __atomic_store_n(&ring->ready, 1, __ATOMIC_RELEASE);
+  memcpy(ring->text, text, strlen(text) + 1);
}
static size_t get(void) {
  return __atomic_load_n(&ring->ready, __ATOMIC_ACQUIRE) ? strlen(ring->text) : 0;
}
static void* a(void* unused) {
  put("entry");
  return unused;
}
static void* b(void* unused) {
  get();
  return unused;
}
int main(void) {
  ring = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  TWO_THREADS(a, b);
  return 0;
}
