// shows: the flag is set before what it announces
// set: held
// args: 1
// args: 8
#include "bug.h"

std::atomic<bool> ready{false};
std::atomic<int> value{0};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::thread writer([] {
    ready = true;
    value = 42;
  });
  RunAll(n, [](int) {
    if (ready) assert(value == 42);
  });
  writer.join();
}
