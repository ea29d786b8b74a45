// shows: N painters paint a wall and then its frame; a viewer must not see one of the two alone
// set: last
// args: 2
// args: 10
// args: 100
#include <pthread.h>

#include "bug.h"

int wall, frame;
void* Paint(void*) {
  wall = 7;
  frame = -7;
  return nullptr;
}
void* View(void*) {
  const int w = wall, f = frame;
  assert((w == 0 && f == 0) || w + f == 0);
  return nullptr;
}
int main(int argc, char** argv) {
  std::vector<pthread_t> t(Count(argc, argv, 2) + 1);
  for (pthread_t& x : t) pthread_create(&x, nullptr, &x == &t.back() ? View : Paint, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
}
