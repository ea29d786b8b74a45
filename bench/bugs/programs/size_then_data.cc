// shows: a container publishes its size before its element
// set: held
// args: 1
// args: 6
#include "bug.h"

std::atomic<int> size{0};
std::atomic<int> data[4];
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::thread pusher([] {
    for (int i = 0; i < 3; ++i) {
      size = i + 1;
      data[i] = 1;
    }
  });
  RunAll(n, [](int) {
    const int s = size;
    if (s > 0) assert(data[s - 1] == 1);
  });
  pusher.join();
}
