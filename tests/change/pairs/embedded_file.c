//: what: an embedded file decides which lock a thread takes
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static const unsigned char which[] = {
#embed "which.bin"
};
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int total;
static void *add(void *unused) {
  pthread_mutex_lock(&locks[which[0] & 1]);
  ++total;
  pthread_mutex_unlock(&locks[which[0] & 1]);
  return unused;
}
static void *sub(void *unused) {
  pthread_mutex_lock(&locks[which[1] & 1]);
  --total;
  pthread_mutex_unlock(&locks[which[1] & 1]);
  return unused;
}
int main(void) {
  TWO_THREADS(add, sub);
  return total != 0;
}
//: file: which.bin
-bb
+ba
