// shows: N setters write three values, one checker must see a mix of which the middle one is new
// set: tune
// args: 2
// args: 9
// args: 49
// args: 99
#include <pthread.h>

#include "bug.h"

int a, b, c;
void* Set(void*) {
  a = 1;
  b = 2;
  c = 3;
  return nullptr;
}
void* Check(void*) {
  const int x = c, y = b, z = a;
  if (!(x + y + z == 0 || x + y + z == 6 || (x == 0 && y == 0))) assert(x != 0 || y != 2);
  return nullptr;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  std::vector<pthread_t> threads(static_cast<unsigned>(n) + 1);
  for (unsigned i = 0; i < threads.size(); ++i) pthread_create(&threads[i], nullptr, i < static_cast<unsigned>(n) ? Set : Check, nullptr);
  for (pthread_t t : threads) pthread_join(t, nullptr);
}
