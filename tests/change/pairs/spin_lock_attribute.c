//: what: a spin lock of pthreads is shared by all entries in the old version, and each thread takes that of its own in the new one
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include "pair.h"
static pthread_spinlock_t locks[2];
static int hits;
static void hit(int who) {
-  pthread_spin_lock(&locks[0]);
+  pthread_spin_lock(&locks[who]);
  hits++;
-  pthread_spin_unlock(&locks[0]);
+  pthread_spin_unlock(&locks[who]);
}
static void* a(void* unused) {
  hit(0);
  return unused;
}
static void* b(void* unused) {
  hit(1);
  return unused;
}
int main(void) {
  pthread_spin_init(&locks[0], PTHREAD_PROCESS_PRIVATE);
  pthread_spin_init(&locks[1], PTHREAD_PROCESS_PRIVATE);
  TWO_THREADS(a, b);
  return 0;
}
