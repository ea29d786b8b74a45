// shows: N setters write two variables one after the other, M checkers expect both or neither
// set: fresh
// args: 2 1
// args: 3 1
// args: 4 1
// args: 9 1
// args: 5 5
// args: 19 1
// args: 49 1
// args: 99 1
#include <pthread.h>

#include "bug.h"

int a, b;
void* Set(void*) {
  a = 1;
  b = -1;
  return nullptr;
}
void* Check(void*) {
  const bool neither = a == 0 && b == 0;
  assert(neither || (a == 1 && b == -1));
  return nullptr;
}
int main(int argc, char** argv) {
  const int setters = Count(argc, argv, 2), checkers = argc > 2 ? std::atoi(argv[2]) : 1;
  std::vector<pthread_t> t(static_cast<unsigned>(setters + checkers));
  for (int i = 0; i < setters + checkers; ++i)
    pthread_create(&t[static_cast<unsigned>(i)], nullptr, i < setters ? Set : Check, nullptr);
  for (pthread_t thread : t) pthread_join(thread, nullptr);
}
