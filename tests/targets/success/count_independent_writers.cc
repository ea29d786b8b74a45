// shows: n threads that write n different variables: 1 trace
// exhaustive: yes
// traces: 1
#include <atomic>
#include <cassert>
#include <pthread.h>

static std::atomic<int> cells[4];

static void* Write(void* cell) {
  static_cast<std::atomic<int>*>(cell)->store(1);
  return nullptr;
}

int main() {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], nullptr, Write, &cells[i]);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  for (auto& cell : cells) assert(cell == 1);
}
