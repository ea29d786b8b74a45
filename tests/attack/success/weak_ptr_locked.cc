// shows: a weak pointer is locked while the last owner lets go: the object is whole, or there is none
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Thing {
  int value = 5;
  ~Thing() { value = 0; }
};

int main() {
  auto owner = std::make_shared<Thing>();
  std::weak_ptr<Thing> weak = owner;
  std::thread looks([weak] {
    if (auto thing = weak.lock()) assert(thing->value == 5);
  });
  owner.reset();
  looks.join();
  assert(weak.expired());
}
