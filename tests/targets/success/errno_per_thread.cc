// shows: errno belongs to the thread, across switches
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static void* Keep(void* number) {
  errno = *static_cast<int*>(number);
  for (int i = 0; i < 3; i++) sched_yield();
  assert(errno == *static_cast<int*>(number));
  return nullptr;
}

int main() {
  int numbers[2] = {11, 22};
  pthread_t threads[2];
  errno = 33;
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], nullptr, Keep, &numbers[i]);
  for (pthread_t thread : threads) pthread_join(thread, nullptr);
  assert(errno == 33);
}
