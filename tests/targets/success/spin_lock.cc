// shows: pthread spin locks exclude, and trylock says EBUSY
// exhaustive: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter, failed_tries;

static void* Increment(void*) {
  pthread_spin_lock(&lock);
  counter++;
  pthread_spin_unlock(&lock);
  return nullptr;
}

static void* TryIncrement(void*) {
  int rc = pthread_spin_trylock(&lock);
  assert(rc == 0 || rc == EBUSY);
  if (rc == EBUSY) {
    failed_tries = 1;
    return nullptr;
  }
  counter++;
  pthread_spin_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], nullptr, i < 2 ? Increment : TryIncrement, nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(counter + failed_tries == 3);
}
