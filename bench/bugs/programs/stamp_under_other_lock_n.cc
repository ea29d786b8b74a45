// shows: one group counts stamps under one lock, N others under another one
// set: last
// args: 1
// args: 4
// args: 30
#include <pthread.h>

#include "bug.h"

pthread_mutex_t desk = PTHREAD_MUTEX_INITIALIZER, door = PTHREAD_MUTEX_INITIALIZER;
int stamps;
void* AtDesk(void*) {
  pthread_mutex_lock(&desk);
  const int before = stamps;
  stamps = before + 1;
  assert(stamps == before + 1);
  pthread_mutex_unlock(&desk);
  return nullptr;
}
void* AtDoor(void*) {
  pthread_mutex_lock(&door);
  stamps = stamps + 1;
  pthread_mutex_unlock(&door);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<pthread_t> t(n + 1);
  for (int i = 0; i <= n; ++i) pthread_create(&t[i], nullptr, i == 0 ? AtDesk : AtDoor, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
