// shows: the count is lowered, then read again, so that two threads see zero and an object is freed twice
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
    --object->count;
    if (object->count == 0) delete object;
  });
}
