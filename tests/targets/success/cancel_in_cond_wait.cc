// shows: a thread cancelled in pthread_cond_wait holds the mutex again in its cleanup handler
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void Unlock(void*) {
  cleaned++;
  assert(pthread_mutex_unlock(&lock) == 0);
}

static void* Wait(void*) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(Unlock, nullptr);
  for (;;) pthread_cond_wait(&never, &lock);
  pthread_cleanup_pop(1);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Wait, nullptr);
  for (pthread_t thread : threads) pthread_cancel(thread);
  for (pthread_t thread : threads) {
    void* result;
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
  }
  assert(pthread_mutex_trylock(&lock) == 0 && cleaned == 2);
}
