//: what: what is called is kept by raw pointers
//: impact: changed
//: tests: fire tree set service capture
//: chosen: fire
//: unchosen: tree set service capture
//: args: fire
//: slow: yes
//: fault: any
//: found: yes
#include <cassert>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// Events, listeners and the objects that listeners watch.
class Node {
 public:
  explicit Node(int value) : value_(value) {}
  virtual ~Node() = default;
  int value() const {
    std::lock_guard<std::mutex> held(mutex_);
    return value_;
  }
  void Set(int value) {
    std::lock_guard<std::mutex> held(mutex_);
    if (value < 0) throw std::invalid_argument("negative");
    value_ = value;
  }

 private:
  mutable std::mutex mutex_;
  int value_;
};

class Source {
 public:
  using Listener = std::function<void(int)>;
  int Subscribe(Listener listener) {
    std::lock_guard<std::mutex> held(mutex_);
    listeners_.emplace(next_, std::make_shared<Listener>(std::move(listener)));
    return next_++;
  }
  void Unsubscribe(int id) {
    std::lock_guard<std::mutex> held(mutex_);
    listeners_.erase(id);
  }
  void Fire(int value) {
-    std::vector<std::shared_ptr<Listener>> copy;
+    std::vector<Listener*> copy;
    {
      std::lock_guard<std::mutex> held(mutex_);
-      for (auto& [id, listener] : listeners_) copy.push_back(listener);
+      for (auto& [id, listener] : listeners_) copy.push_back(listener.get());
    }
    for (auto& listener : copy) (*listener)(value);
  }

 private:
  std::mutex mutex_;
  std::map<int, std::shared_ptr<Listener>> listeners_;
  int next_ = 0;
};

class Tree {
 public:
  std::shared_ptr<Node> Find(const std::string& name) const {
    std::lock_guard<std::mutex> held(mutex_);
    auto found = nodes_.find(name);
    return found == nodes_.end() ? nullptr : found->second;
  }
  void Put(const std::string& name, int value) {
    auto node = std::make_shared<Node>(value);
    std::lock_guard<std::mutex> held(mutex_);
    nodes_[name] = std::move(node);
  }
  void Drop(const std::string& name) {
    std::shared_ptr<Node> last;
    std::lock_guard<std::mutex> held(mutex_);
    auto found = nodes_.find(name);
    if (found == nodes_.end()) return;
    last = std::move(found->second);
    nodes_.erase(found);
  }
  std::size_t Count() const {
    std::lock_guard<std::mutex> held(mutex_);
    return nodes_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Node>> nodes_;
};

class Service {
 public:
  explicit Service(Tree& tree) : tree_(tree), worker_([this] { Work(); }) {}
  ~Service() { worker_.join(); }

 private:
  void Work() {
    if (auto node = tree_.Find("a")) result_ = node->value();
  }
  Tree& tree_;
  int result_ = 0;
  std::thread worker_;
};

static bool TrySet(Node& node, int value) {
  try {
    node.Set(value);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

static void TestFire() {
  Source source;
  int id = source.Subscribe([](int) {});
  std::thread a([&] { source.Fire(1); });
  source.Unsubscribe(id);
  a.join();
}
static void TestTree() {
  Tree tree;
  tree.Put("a", 1);
  std::thread a([&] {
    if (auto node = tree.Find("a")) assert(node->value() == 1);
  });
  tree.Drop("a");
  a.join();
}
static void TestSet() {
  Node node(1);
  std::thread a([&] { TrySet(node, -1); });
  TrySet(node, 2);
  a.join();
  assert(node.value() == 2);
}
static void TestService() {
  Tree tree;
  tree.Put("a", 1);
  {
    Service service(tree);
    tree.Drop("a");
  }
  assert(tree.Count() == 0);
}
static void TestCapture() {
  Tree tree;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) threads.emplace_back([&tree, i] { tree.Put("n" + std::to_string(i), i); });
  for (auto& t : threads) t.join();
  assert(tree.Count() == 2);
}
int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "fire";
  if (name == "fire") TestFire();
  if (name == "tree") TestTree();
  if (name == "set") TestSet();
  if (name == "service") TestService();
  if (name == "capture") TestCapture();
}
