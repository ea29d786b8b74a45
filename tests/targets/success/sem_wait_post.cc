// shows: an unnamed semaphore as a mutex and as a signal
// exhaustive: yes
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t mutex, done;
static int counter;

static void* Run(void*) {
  sem_wait(&mutex);
  counter++;
  sem_post(&mutex);
  sem_post(&done);
  return nullptr;
}

int main() {
  sem_init(&mutex, 0, 1);
  sem_init(&done, 0, 0);
  pthread_t threads[2];
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, Run, nullptr);
  sem_wait(&done);
  sem_wait(&done);
  assert(counter == 2);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(sem_destroy(&done) == 0);
}
