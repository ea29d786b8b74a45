//: what: one of three classes behind an interface forgets its lock
//: impact: changed
//: tests: list ring tree
//: args: ring
//: select: ring
//: fault: race
//: found: yes
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
struct Store {
  virtual void Put(int n) = 0;
  virtual ~Store() = default;
};
struct List : Store {
  std::mutex m;
  int last = 0;
  void Put(int n) override {
    std::lock_guard<std::mutex> held(m);
    last = n;
  }
};
struct Ring : Store {
  std::mutex m;
  int slots[4] = {};
  int at = 0;
  void Put(int n) override {
-    std::lock_guard<std::mutex> held(m);
    slots[at++ % 4] = n;
  }
};
struct Tree : Store {
  std::mutex m;
  int root = 0;
  void Put(int n) override {
    std::lock_guard<std::mutex> held(m);
    if (n > root) root = n;
  }
};
static void Fill(Store& store) {
  std::thread a([&] { store.Put(1); }), b([&] { store.Put(2); });
  a.join();
  b.join();
}
static void TestList() {
  List list;
  Fill(list);
}
static void TestRing() {
  Ring ring;
  Fill(ring);
}
static void TestTree() {
  Tree tree;
  Fill(tree);
}
int main(int argc, char** argv) {
  if (argc < 2) return 2;
  if (!std::strcmp(argv[1], "list")) TestList();
  if (!std::strcmp(argv[1], "ring")) TestRing();
  if (!std::strcmp(argv[1], "tree")) TestTree();
}
