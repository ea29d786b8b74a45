// shows: whoever gives the last reference back under the object's own mutex may delete the object right after unlocking
#include <mutex>
#include <thread>

struct Shared {
  std::mutex m;
  int references = 3;
  void Drop() {
    m.lock();
    bool last = --references == 0;
    m.unlock();
    if (last) delete this;
  }
};

int main() {
  auto* shared = new Shared;
  std::thread a([=] { shared->Drop(); }), b([=] { shared->Drop(); });
  shared->Drop();
  a.join();
  b.join();
}
