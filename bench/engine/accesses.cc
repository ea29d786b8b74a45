// Two threads, each with COUNT reads and COUNT writes of memory that only it uses: the price of an access that is recorded,
// and of one that is only looked at. usage: accesses COUNT
#include <cstdlib>
#include <thread>

namespace {
int* cells[2];
void Use(int which, int count) {
  int* cell = cells[which];
  for (int i = 0; i < count; ++i) cell[i & 63] = cell[(i + 1) & 63] + 1;
}
}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1;
  for (auto& cell : cells) cell = static_cast<int*>(std::calloc(64, sizeof(int)));
  std::thread a(Use, 0, count), b(Use, 1, count);
  a.join();
  b.join();
  const bool odd = cells[0][0] != cells[1][0];
  for (int* cell : cells) std::free(cell);
  return odd;
}
