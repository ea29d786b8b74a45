// shows: a request of another process is measured, memory is got, and then it is measured again for the copy
// set: unseen
// args: 1
// args: 2
#include "bug.h"

std::atomic<int> request{4};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  auto serve = [] {
    const int size = request.load();
    if (size > 8) return;
    std::vector<int> copy(static_cast<unsigned>(size));
    const int again = request.load();
    assert(again <= static_cast<int>(copy.size()));
  };
  std::vector<std::thread> t;
  for (int i = 0; i < n; ++i) t.emplace_back(serve);
  t.emplace_back([] { request.store(200); });
  t.emplace_back(serve);
  for (auto& x : t) x.join();
}
