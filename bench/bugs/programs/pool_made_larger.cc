// shows: one thread replaces a pool by a larger one while others take cells from it
// set: last
// args: 1
// args: 3
#include <pthread.h>

#include "bug.h"

struct Pool {
  int size;
  int* cell;
};
Pool pool;
void* Resize(void*) {
  int* old = pool.cell;
  pool.size = 8;
  int* larger = new int[8]();
  pool.cell = larger;
  delete[] old;
  return nullptr;
}
void* Use(void*) {
  const int last = pool.size - 1;
  int* cell = pool.cell;
  assert(last < 4 || cell != nullptr);
  cell[last] = 1;
  return nullptr;
}
int main(int argc, char** argv) {
  pool = {4, new int[4]()};
  std::vector<pthread_t> t(Count(argc, argv, 1) + 1);
  for (pthread_t& x : t) pthread_create(&x, nullptr, &x == &t.front() ? Resize : Use, nullptr);
  for (pthread_t x : t) pthread_join(x, nullptr);
  delete[] pool.cell;
}
