// shows: a weak pointer that is not expired is locked a moment later
// kind: signal
#include <memory>
#include <thread>

struct Thing {
  int value = 5;
};
static volatile int sink;

int main() {
  auto owner = std::make_shared<Thing>();
  std::weak_ptr<Thing> weak = owner;
  std::thread looks([weak] {
    if (!weak.expired()) sink = weak.lock()->value;
  });
  owner.reset();
  looks.join();
}
