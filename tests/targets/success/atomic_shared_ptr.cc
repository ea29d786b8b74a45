// shows: std::atomic<std::shared_ptr> and shared_ptr's own counts across threads
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct Node {
  explicit Node(int value) : value(value) { alive++; }
  ~Node() { alive--; }
  int value;
  static std::atomic<int> alive;
};
std::atomic<int> Node::alive;

int main() {
  {
    std::atomic<std::shared_ptr<Node>> current(std::make_shared<Node>(1));
    std::weak_ptr<Node> observer = current.load();
    std::thread writer([&] { current.store(std::make_shared<Node>(2)); });
    std::thread reader([&] {
      std::shared_ptr<Node> seen = current.load();
      assert(seen->value == 1 || seen->value == 2);
    });
    std::thread watcher([&] {
      if (std::shared_ptr<Node> locked = observer.lock()) assert(locked->value == 1);
    });
    writer.join();
    reader.join();
    watcher.join();
    assert(current.load()->value == 2 && observer.expired());
  }
  assert(Node::alive == 0);
}
