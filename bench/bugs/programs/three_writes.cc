// shows: a reader must see the three writes of one thread in part, in one way of many
// set: held
// args: 1
// args: 10
#include "bug.h"

std::atomic<int> x{0}, y{0}, z{0};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<std::thread> writers;
  for (int i = 0; i < n; ++i)
    writers.emplace_back([] {
      x = 1;
      y = 1;
      z = 1;
    });
  std::thread reader([] {
    const int a = x, b = y, c = z;
    assert(!(a == 1 && b == 1 && c == 0));
  });
  for (auto& t : writers) t.join();
  reader.join();
}
