// shows: two threads both find the pointer null and make the object twice
// set: tune
// args: 2
// args: 6
#include "bug.h"

std::atomic<int*> instance{nullptr};
std::atomic<int> made{0};
int* Get() {
  if (instance.load() == nullptr) {
    ++made;
    instance.store(new int(7));
  }
  return instance.load();
}
int main(int argc, char** argv) {
  RunAll(Count(argc, argv, 2), [](int) { assert(*Get() == 7); });
  assert(made == 1);
}
