//: what: a specialisation that does not lock is added
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
template <typename T>
void Add(T by) {
  pthread_mutex_lock(&lock);
  total += static_cast<int>(by);
  pthread_mutex_unlock(&lock);
}
+template <>
+void Add<int>(int by) {
+  total += by;
+}
static void* one(void* unused) {
  Add(1);
  return unused;
}
static void* two(void* unused) {
  Add(2L);
  return unused;
}
int main() {
  TWO_THREADS(one, two);
  return total == 0;
}
