//: what: a push to a vector comes after the unlock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <vector>
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static std::vector<int> log;
static void* work(void* unused) {
  pthread_mutex_lock(&lock);
-  log.push_back(1);
  pthread_mutex_unlock(&lock);
+  log.push_back(1);
  return unused;
}
int main() {
  log.reserve(4);
  TWO_THREADS(work, work);
  return log.empty();
}
