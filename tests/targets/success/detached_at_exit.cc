// shows: a detached thread that still waits, spins or holds a lock when main returns is no failure
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t started;

static void* HoldForEver(void*) {
  pthread_mutex_lock(&lock);
  sem_post(&started);
  for (;;) sched_yield();
}

static void* WaitForEver(void*) {
  pthread_mutex_lock(&lock);
  return nullptr;
}

int main() {
  sem_init(&started, 0, 0);
  pthread_t a, b;
  pthread_create(&a, nullptr, HoldForEver, nullptr);
  sem_wait(&started);
  pthread_create(&b, nullptr, WaitForEver, nullptr);
  pthread_detach(a);
  pthread_detach(b);
}
