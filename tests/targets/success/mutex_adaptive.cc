// shows: an adaptive mutex (spins, then sleeps) behaves like a normal one
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static int counter;

static void* Increment(void*) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    int seen = counter;
    counter = seen + 1;
    pthread_mutex_unlock(&lock);
  }
  return nullptr;
}

int main() {
  pthread_t threads[3];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Increment, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(counter == 9);
}
