// shows: two threads that join each other while main has left by pthread_exit
// kind: deadlock
// always: yes
#include <pthread.h>

static pthread_t threads[2];
static pthread_barrier_t ready;
static int ids[2] = {0, 1};

static void* JoinOther(void* me) {
  pthread_barrier_wait(&ready);
  pthread_join(threads[1 - *static_cast<int*>(me)], nullptr);
  return nullptr;
}

int main() {
  pthread_barrier_init(&ready, nullptr, 3);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], nullptr, JoinOther, &ids[i]);
  pthread_barrier_wait(&ready);
  pthread_exit(nullptr);
}
