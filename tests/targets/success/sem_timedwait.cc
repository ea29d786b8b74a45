// shows: sem_timedwait takes a unit or fails with ETIMEDOUT; a bad deadline is EINVAL
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t units;
static bool taken;

static void* Take(void*) {
  timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 100;
  int rc = sem_timedwait(&units, &deadline);
  assert(rc == 0 || errno == ETIMEDOUT);
  taken = rc == 0;
  return nullptr;
}

int main() {
  sem_init(&units, 0, 0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Take, nullptr);
  sem_post(&units);
  pthread_join(thread, nullptr);
  int value;
  sem_getvalue(&units, &value);
  assert(value == (taken ? 0 : 1));
  while (sem_trywait(&units) == 0) {
  }
  timespec past = {1, 0};
  assert(sem_timedwait(&units, &past) == -1 && errno == ETIMEDOUT);
  timespec bad = {1, -1};
  assert(sem_timedwait(&units, &bad) == -1 && errno == EINVAL);
}
