// shows: the flag is raised before the data is there
// kind: assert
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> data, ready;

int main() {
  std::thread writer([] {
    ready = 1;
    data = 42;
  });
  std::thread reader([] {
    if (ready) assert(data == 42);
  });
  writer.join();
  reader.join();
}
