// shows: pthread_timedjoin_np and pthread_clockjoin_np time out on a thread that waits and join one that ended
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t go;

static void* Wait(void*) {
  sem_wait(&go);
  return nullptr;
}

int main() {
  sem_init(&go, 0, 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Wait, nullptr);
  timespec past = {1, 0};
  assert(pthread_timedjoin_np(thread, nullptr, &past) == ETIMEDOUT);
  assert(pthread_clockjoin_np(thread, nullptr, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
  sem_post(&go);
  timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 100;
  int rc = pthread_timedjoin_np(thread, nullptr, &deadline);
  assert(rc == 0 || rc == ETIMEDOUT);
  if (rc == ETIMEDOUT) assert(pthread_join(thread, nullptr) == 0);
}
