// shows: the result of sem_trywait is ignored
// kind: assert
#include <atomic>
#include <cassert>
#include <pthread.h>
#include <semaphore.h>

static sem_t slots;
static std::atomic<int> inside;

static void* Enter(void*) {
  sem_trywait(&slots);
  assert(inside.fetch_add(1) == 0);
  inside.fetch_sub(1);
  sem_post(&slots);
  return nullptr;
}

int main() {
  sem_init(&slots, 0, 1);
  pthread_t a, b;
  pthread_create(&a, nullptr, Enter, nullptr);
  pthread_create(&b, nullptr, Enter, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
}
