// shows: N writers in two stages, one reader that must come between the stages of the first
// set: tune
// args: 1
// args: 10
// args: 100
#include "bug.h"

std::mutex data_lock, index_lock;
int data, index_of;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::vector<std::thread> writers;
  for (int i = 0; i < n; ++i)
    writers.emplace_back([] {
      {
        std::lock_guard l(data_lock);
        ++data;
      }
      std::lock_guard l(index_lock);
      ++index_of;
    });
  std::thread reader([] {
    int d, x;
    {
      std::lock_guard l(index_lock);
      x = index_of;
    }
    {
      std::lock_guard l(data_lock);
      d = data;
    }
    if (x == 0) assert(d != 1);
  });
  for (auto& t : writers) t.join();
  reader.join();
}
