// shows: workers take ranges from a stack and stop when it is empty, although a range is still being split
// set: held
// args: 2
// args: 3
#include "bug.h"

std::mutex m;
int stack[16], top = 1;
int sorted;
int main(int argc, char** argv) {
  const int workers = Count(argc, argv, 2);
  stack[0] = 4;  // a range of four
  std::atomic<int> idle{0};
  RunAll(workers, [&](int) {
    for (;;) {
      int length;
      {
        std::lock_guard l(m);
        if (top == 0) break;
        length = stack[--top];
      }
      if (length == 1) {
        std::lock_guard l(m);
        ++sorted;
        continue;
      }
      std::lock_guard l(m);
      stack[top++] = length / 2;
      stack[top++] = length - length / 2;
    }
    ++idle;
    std::lock_guard l(m);
    if (idle == 1) assert(sorted >= 1);
  });
}
