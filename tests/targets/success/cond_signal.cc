// shows: signal after a change under the mutex wakes the waiter; a waiter that comes late does not wait
// exhaustive: yes
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;

static void* Wait(void*) {
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock);
  ready = false;
  pthread_mutex_unlock(&lock);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, Wait, nullptr);
  pthread_mutex_lock(&lock);
  ready = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, nullptr);
  assert(!ready);
}
