// shows: two threads that take turns by polling with sched_yield
#include <atomic>
#include <cassert>
#include <pthread.h>
#include <sched.h>

static std::atomic<int> turn;
static int log_[4], length;

static void* Play(void* me) {
  int mine = *static_cast<int*>(me);
  for (int round = 0; round < 2; round++) {
    while (turn.load() != mine) sched_yield();
    log_[length++] = mine;
    turn.store(1 - mine);
  }
  return nullptr;
}

int main() {
  int ids[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], nullptr, Play, &ids[i]);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  for (int i = 0; i < 4; i++) assert(log_[i] == i % 2);
}
