// shows: sem_trywait fails with EAGAIN at zero, sem_getvalue tells the count
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t slots;
static int got[3];

static void* Try(void* mine) {
  if (sem_trywait(&slots) == 0) {
    *static_cast<int*>(mine) = 1;
  } else {
    assert(errno == EAGAIN);
  }
  return nullptr;
}

int main() {
  sem_init(&slots, 0, 2);
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], nullptr, Try, &got[i]);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(got[0] + got[1] + got[2] == 2);
  int value = -1;
  assert(sem_getvalue(&slots, &value) == 0 && value == 0);
  sem_post(&slots);
  assert(sem_getvalue(&slots, &value) == 0 && value == 1);
}
