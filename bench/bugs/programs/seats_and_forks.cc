// shows: N guests take the fork to their left and then the one to their right, and count the meals under a third lock
// set: fresh
// args: 2
// args: 4
// args: 7
#include <pthread.h>

#include "bug.h"

pthread_mutex_t fork_of[16], meals_lock = PTHREAD_MUTEX_INITIALIZER;
int meals, n;
void* Guest(void* arg) {
  const long i = reinterpret_cast<long>(arg);
  pthread_mutex_lock(&fork_of[i]);
  pthread_mutex_lock(&fork_of[(i + 1) % n]);
  pthread_mutex_lock(&meals_lock);
  ++meals;
  pthread_mutex_unlock(&meals_lock);
  pthread_mutex_unlock(&fork_of[(i + 1) % n]);
  pthread_mutex_unlock(&fork_of[i]);
  return nullptr;
}
int main(int argc, char** argv) {
  n = Count(argc, argv, 3);
  pthread_t t[16];
  for (int i = 0; i < n; ++i) pthread_mutex_init(&fork_of[i], nullptr);
  for (long i = 0; i < n; ++i) pthread_create(&t[i], nullptr, Guest, reinterpret_cast<void*>(i));
  for (int i = 0; i < n; ++i) pthread_join(t[i], nullptr);
  assert(meals == n);
}
