// shows: the count is read and written back, so an object is freed twice or used after
// set: tune
// args: 2
// args: 4
#include "bug.h"

struct Object {
  std::atomic<int> count;
  int value = 5;
};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  auto* object = new Object;
  object->count = n;
  RunAll(n, [object](int) {
    assert(object->value == 5);
    const int left = object->count - 1;
    object->count = left;
    if (left == 0) delete object;
  });
}
