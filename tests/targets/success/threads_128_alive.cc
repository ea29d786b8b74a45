// shows: 128 threads alive at once
// schedules: 20
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* Run(void*) {
  pthread_barrier_wait(&all);
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_barrier_init(&all, nullptr, 128);
  pthread_t threads[128];
  for (pthread_t& thread : threads) assert(pthread_create(&thread, nullptr, Run, nullptr) == 0);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(counter == 128);
}
