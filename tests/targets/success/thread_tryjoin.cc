// shows: pthread_tryjoin_np is EBUSY until the thread has ended
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static sem_t go;

static void* Wait(void* result) {
  sem_wait(&go);
  return result;
}

int main() {
  sem_init(&go, 0, 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Wait, &go);
  void* result = nullptr;
  assert(pthread_tryjoin_np(thread, &result) == EBUSY);
  sem_post(&go);
  int rc;
  while ((rc = pthread_tryjoin_np(thread, &result)) == EBUSY) sched_yield();
  assert(rc == 0 && result == &go);
}
