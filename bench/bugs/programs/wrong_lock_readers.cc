// shows: N threads count under the lock of the data, M under their own
// set: tune
// args: 1 1
// args: 1 7
// args: 3 40
#include <pthread.h>

#include "bug.h"

pthread_mutex_t data_lock = PTHREAD_MUTEX_INITIALIZER, other_lock = PTHREAD_MUTEX_INITIALIZER;
volatile int value;
void* Right(void*) {
  pthread_mutex_lock(&data_lock);
  const int x = value;
  value = x + 1;
  assert(value == x + 1);
  pthread_mutex_unlock(&data_lock);
  return nullptr;
}
void* Wrong(void*) {
  pthread_mutex_lock(&other_lock);
  value = value + 1;
  pthread_mutex_unlock(&other_lock);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1), m = argc > 2 ? std::atoi(argv[2]) : 1;
  std::vector<pthread_t> threads(static_cast<unsigned>(n + m));
  for (unsigned i = 0; i < threads.size(); ++i) pthread_create(&threads[i], nullptr, i < static_cast<unsigned>(n) ? Right : Wrong, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
