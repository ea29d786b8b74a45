//: what: what main has made is checked before the threads begin
//: impact: changed
//: tests: get put
//: args: put
//: select: none
//: slow: yes
//: fault: none
#include <cassert>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
class Store {
 public:
  explicit Store(int size) : items_(size) {
+    assert(size > 0);
+    for (int item : items_) assert(item == 0);
  }
  void Put(int at) {
    std::lock_guard<std::mutex> held(mutex_);
    ++items_[at];
  }
  int Get(int at) {
    std::lock_guard<std::mutex> held(mutex_);
    return items_[at];
  }

 private:
  std::mutex mutex_;
  std::vector<int> items_;
};
int main(int argc, char** argv) {
  const bool put = argc > 1 && std::string(argv[1]) == "put";
  Store store(3);
  std::thread a([&] { put ? store.Put(1) : (void)store.Get(1); }), b([&] { store.Put(2); });
  a.join();
  b.join();
}
