//: what: a pragma packs a structure, and an index computed from its size is another
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
+#pragma pack(push, 1)
struct entry {
  char kind;
  int value;
};
+#pragma pack(pop)
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&locks[sizeof(struct entry) & 1]);
  ++total;
  pthread_mutex_unlock(&locks[sizeof(struct entry) & 1]);
  return unused;
}
static void *sub(void *unused) {
  pthread_mutex_lock(&locks[0]);
  --total;
  pthread_mutex_unlock(&locks[0]);
  return unused;
}
int main(void) {
  TWO_THREADS(add, sub);
  return total != 0;
}
