// shows: sem_clockwait on the monotonic clock
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t units;

static void* Post(void*) {
  sem_post(&units);
  return nullptr;
}

int main() {
  sem_init(&units, 0, 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Post, nullptr);
  timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += 100;
  int rc = sem_clockwait(&units, CLOCK_MONOTONIC, &deadline);
  assert(rc == 0 || errno == ETIMEDOUT);
  pthread_join(thread, nullptr);
  if (rc != 0) assert(sem_trywait(&units) == 0);
  timespec past = {0, 1};
  assert(sem_clockwait(&units, CLOCK_MONOTONIC, &past) == -1 && errno == ETIMEDOUT);
}
