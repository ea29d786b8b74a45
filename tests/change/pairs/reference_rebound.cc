//: what: a reference names another lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t& for_reading = a;
-static pthread_mutex_t& for_writing = a;
+static pthread_mutex_t& for_writing = b;
static int total;
static void* put(void* unused) {
  pthread_mutex_lock(&for_writing);
  ++total;
  pthread_mutex_unlock(&for_writing);
  return unused;
}
static void* get(void* unused) {
  pthread_mutex_lock(&for_reading);
  int seen = total;
  pthread_mutex_unlock(&for_reading);
  return seen ? unused : nullptr;
}
int main() {
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  TWO_THREADS(put, get);
  return total == 0;
}
