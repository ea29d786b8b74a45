// shows: the first of a group takes the gate inside the lock of its counter, the other group takes both the other way
// set: held
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, count_a = PTHREAD_MUTEX_INITIALIZER, count_b = PTHREAD_MUTEX_INITIALIZER;
int in_a, in_b, shown;
void* GroupA(void*) {
  pthread_mutex_lock(&count_a);
  if (++in_a == 1) pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&count_a);
  shown = 1;
  pthread_mutex_lock(&count_a);
  if (--in_a == 0) pthread_mutex_unlock(&gate);
  pthread_mutex_unlock(&count_a);
  return nullptr;
}
void* GroupB(void*) {
  pthread_mutex_lock(&gate);
  pthread_mutex_lock(&count_b);
  ++in_b;
  pthread_mutex_unlock(&count_b);
  pthread_mutex_lock(&count_a);  // to see whether somebody waits
  if (in_a == 0) shown = 2;
  pthread_mutex_unlock(&count_a);
  pthread_mutex_unlock(&gate);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<pthread_t> threads(static_cast<unsigned>(2 * n));
  for (unsigned i = 0; i < threads.size(); ++i) pthread_create(&threads[i], nullptr, i % 2 == 0 ? GroupA : GroupB, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
