//: what: a function gives back a reference instead of a copy
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct State {
  int a, b;
};
static State state;
-static State Read() {
+static const State& Read() {
  pthread_mutex_lock(&lock);
-  State copy = state;
+  const State& copy = state;
  pthread_mutex_unlock(&lock);
  return copy;
}
static void* put(void* unused) {
  pthread_mutex_lock(&lock);
  state.a++;
  pthread_mutex_unlock(&lock);
  return unused;
}
static void* get(void* unused) { return Read().a ? unused : nullptr; }
int main() {
  TWO_THREADS(put, get);
  return 0;
}
