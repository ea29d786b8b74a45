// shows: a cache finds an entry, another thread evicts it, the first refreshes what is gone
// set: held
// args: 1
// args: 3
#include "bug.h"

#include <map>
std::mutex m;
std::map<int, std::shared_ptr<int>> cache;
int main(int argc, char** argv) {
  cache[1] = std::make_shared<int>(1);
  std::thread evict([] {
    std::lock_guard l(m);
    cache.erase(1);
  });
  RunAll(Count(argc, argv, 1), [](int) {
    bool there;
    {
      std::lock_guard l(m);
      there = cache.count(1) != 0;
    }
    if (!there) return;
    std::lock_guard l(m);
    auto found = cache.find(1);
    assert(found != cache.end());
  });
  evict.join();
}
