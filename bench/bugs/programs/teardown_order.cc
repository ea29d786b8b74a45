// shows: the flag says alive while the buffer is already gone
// set: tune
// args: 1
// args: 4
#include "bug.h"

std::mutex m;
bool alive = true;
std::unique_ptr<int> buffer = std::make_unique<int>(9);
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::thread end([] {
    {
      std::lock_guard l(m);
      buffer.reset();
    }
    std::lock_guard l(m);
    alive = false;
  });
  RunAll(n, [](int) {
    std::lock_guard l(m);
    if (alive) assert(buffer != nullptr);
  });
  end.join();
}
