// shows: 3 threads with 2 locked increments each: 90 Mazurkiewicz traces
// exhaustive: yes
// traces: 90
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* Increment(void*) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return nullptr;
}

int main() {
  pthread_t threads[3];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Increment, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(counter == 6);
}
