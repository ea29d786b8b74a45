// shows: arguments in, results out, joining in any order, EDEADLK on joining oneself
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>

static void* Square(void* number) {
  assert(pthread_join(pthread_self(), nullptr) == EDEADLK);
  intptr_t n = reinterpret_cast<intptr_t>(number);
  return reinterpret_cast<void*>(n * n);
}

int main() {
  pthread_t threads[4];
  for (intptr_t i = 0; i < 4; i++) pthread_create(&threads[i], nullptr, Square, reinterpret_cast<void*>(i));
  assert(!pthread_equal(threads[0], threads[1]));
  for (intptr_t i = 3; i >= 0; i--) {
    void* result;
    assert(pthread_join(threads[i], &result) == 0);
    assert(reinterpret_cast<intptr_t>(result) == i * i);
  }
}
