// shows: a driver counts its pending calls; N adders look at the stop flag before they count themselves, the stopper does not wait for them
// set: tune
// args: 1
// args: 5
#include <pthread.h>

#include "bug.h"

bool stopping, stopped, event;
int pending = 1;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int Down() {
  pthread_mutex_lock(&m);
  const int left = --pending;
  if (left == 0) event = true;
  pthread_mutex_unlock(&m);
  return left;
}
bool Up() {
  if (stopping) return false;
  pthread_mutex_lock(&m);
  ++pending;
  pthread_mutex_unlock(&m);
  return true;
}
void* Add(void*) {
  if (Up()) assert(!stopped);
  Down();
  return nullptr;
}
void* Stop(void*) {
  stopping = true;
  Down();
  pthread_mutex_lock(&m);
  const bool all = event;
  pthread_mutex_unlock(&m);
  if (all) stopped = true;
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<pthread_t> threads(static_cast<unsigned>(n) + 1);
  for (unsigned i = 0; i < threads.size(); ++i) pthread_create(&threads[i], nullptr, i < static_cast<unsigned>(n) ? Add : Stop, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
