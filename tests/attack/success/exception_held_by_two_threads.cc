// shows: an exception with a text of its own reaches two threads through a shared_future; each reads it, and whoever lets go last
//   destroys it
// exhaustive: yes
#include <cassert>
#include <future>
#include <string>
#include <thread>
#include <utility>

struct Refused {
  std::string why;
};

int main() {
  std::promise<int> promise;
  std::shared_future<int> result = promise.get_future().share();
  std::thread reader([mine = result]() mutable {
    try {
      mine.get();
      assert(false);
    } catch (const Refused& refused) {
      assert(refused.why.starts_with("a text that"));
    }
    mine = {};
  });
  try {
    throw Refused{"a text that is too long to be kept inside of the string"};
  } catch (...) {
    promise.set_exception(std::current_exception());
  }
  {
    auto gone = std::move(promise);
  }
  try {
    std::exchange(result, {}).get();
    assert(false);
  } catch (const Refused& refused) {
    assert(refused.why.size() > 20);
  }
  reader.join();
}
