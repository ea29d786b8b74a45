// shows: vector values that live across a switch stay the thread's own
#include <assert.h>
#include <pthread.h>
#include <sched.h>

typedef float Four __attribute__((vector_size(16)));

static void* Run(void* start) {
  float base = *static_cast<float*>(start);
  Four sum = {base, base + 1, base + 2, base + 3};
  for (int i = 0; i < 4; i++) {
    sched_yield();
    sum += Four{1, 1, 1, 1};
  }
  for (int i = 0; i < 4; i++) assert(sum[i] == base + i + 4);
  return nullptr;
}

int main() {
  float starts[2] = {10, 20};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], nullptr, Run, &starts[i]);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
