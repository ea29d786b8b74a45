// A torn read: x and y are written together and read together. The branch between the two reads depends on neither.
#include <cstdlib>
#include <thread>

int x, y, limit = 3;
int seen_x, seen_y, turns;

int main() {
  std::thread writer([] { x = 1, y = 1; });
  std::thread reader([] {
    const int first = x;
    if (limit > 2) ++turns;
    seen_y = y;
    seen_x = first;
  });
  writer.join(), reader.join();
  if (seen_x == 0 && seen_y == 1) std::abort();
}
