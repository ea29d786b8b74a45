// shows: an error path that posts a semaphore used as a lock once too often: two threads inside
// kind: assert
#include <atomic>
#include <cassert>
#include <pthread.h>
#include <semaphore.h>

static sem_t mutex;
static std::atomic<int> inside;

static void* Work(void* fails) {
  sem_wait(&mutex);
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  sem_post(&mutex);
  if (fails) sem_post(&mutex);  // "cleanup"
  return nullptr;
}

int main() {
  sem_init(&mutex, 0, 1);
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], nullptr, Work, i == 0 ? &mutex : nullptr);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
}
