// shows: a pthread barrier releases all, tells exactly one PTHREAD_BARRIER_SERIAL_THREAD, and can be used again
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int arrived[2], serial[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* Run(void*) {
  for (int round = 0; round < 2; round++) {
    pthread_mutex_lock(&lock);
    arrived[round]++;
    pthread_mutex_unlock(&lock);
    int rc = pthread_barrier_wait(&barrier);
    assert(rc == 0 || rc == PTHREAD_BARRIER_SERIAL_THREAD);
    pthread_mutex_lock(&lock);
    assert(arrived[round] == 3);
    if (rc == PTHREAD_BARRIER_SERIAL_THREAD) serial[round]++;
    pthread_mutex_unlock(&lock);
  }
  return nullptr;
}

int main() {
  pthread_barrier_init(&barrier, nullptr, 3);
  pthread_t threads[3];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Run, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(serial[0] == 1 && serial[1] == 1);
  assert(pthread_barrier_destroy(&barrier) == 0);
}
