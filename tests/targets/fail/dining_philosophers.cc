// shows: philosophers who all take the left fork first
// kind: deadlock
// args: 2
// args: 3
// args: 4
// args: 5
// args: 6
// args: 7
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t forks[8];
static pthread_barrier_t seated;
static int ids[8], count;

static void* Dine(void* me) {
  int i = *static_cast<int*>(me);
  pthread_barrier_wait(&seated);
  pthread_mutex_lock(&forks[i]);
  pthread_mutex_lock(&forks[(i + 1) % count]);
  pthread_mutex_unlock(&forks[(i + 1) % count]);
  pthread_mutex_unlock(&forks[i]);
  return nullptr;
}

int main(int argc, char** argv) {
  count = argc > 1 ? atoi(argv[1]) : 3;
  pthread_barrier_init(&seated, nullptr, count);
  pthread_t threads[8];
  for (int i = 0; i < count; i++) {
    ids[i] = i;
    pthread_mutex_init(&forks[i], nullptr);
  }
  for (int i = 0; i < count; i++) pthread_create(&threads[i], nullptr, Dine, &ids[i]);
  for (int i = 0; i < count; i++) pthread_join(threads[i], nullptr);
}
