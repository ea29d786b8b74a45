// shows: a thread runs a function without hooks, which changes what main looks at
// kind: assert
// library: plain object ../../targets/library/adder.cc
#include <assert.h>
#include <pthread.h>
void AddOneTo(int* number);
static int n;
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, (void* (*)(void*))AddOneTo, &n);
  const int before = n;
  const int after = n;
  pthread_join(t, 0);
  assert(after == before);
  return 0;
}
