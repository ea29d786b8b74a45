// shows: broadcast wakes every waiter
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static bool open_gate;
static int passed;

static void* Pass(void*) {
  pthread_mutex_lock(&lock);
  while (!open_gate) pthread_cond_wait(&opened, &lock);
  passed++;
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_t threads[3];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Pass, nullptr);
  pthread_mutex_lock(&lock);
  open_gate = true;
  pthread_mutex_unlock(&lock);
  pthread_cond_broadcast(&opened);  // without the mutex: allowed
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(passed == 3);
  assert(pthread_cond_destroy(&opened) == 0);
}
