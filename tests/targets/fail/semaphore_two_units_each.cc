// shows: two threads that need two units each and take them one by one
// kind: deadlock
#include <pthread.h>
#include <semaphore.h>

static sem_t units;

static void* Take(void*) {
  sem_wait(&units);
  sem_wait(&units);
  sem_post(&units);
  sem_post(&units);
  return nullptr;
}

int main() {
  sem_init(&units, 0, 2);
  pthread_t a, b;
  pthread_create(&a, nullptr, Take, nullptr);
  pthread_create(&b, nullptr, Take, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
