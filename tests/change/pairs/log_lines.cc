//: what: log lines with what the functions have in locals are added to three functions
//: impact: changed
//: tests: put get
//: select: none
//: fault: none
//: slow: yes
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <thread>
class Store {
 public:
  void Put(int key, int value) {
+    fprintf(stderr, "put %d=%d\n", key, value);
    std::lock_guard<std::mutex> guard(mutex_);
    values_[key] = value;
  }
  int Get(int key) {
+    fprintf(stderr, "get %d\n", key);
    std::lock_guard<std::mutex> guard(mutex_);
    auto found = values_.find(key);
    int out = found == values_.end() ? -1 : found->second;
+    fprintf(stderr, "get %d: %d\n", key, out);
    return out;
  }

 private:
  std::mutex mutex_;
  std::map<int, int> values_;
};
int main(int argc, char** argv) {
  Store store;
  bool put = argc > 1 && std::string(argv[1]) == "put";
  auto run = [&](int n) { put ? store.Put(n, n) : (void)store.Get(n); };
  std::thread a(run, 1), b(run, 2);
  a.join();
  b.join();
}
