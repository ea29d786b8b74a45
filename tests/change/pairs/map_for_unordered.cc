//: what: an unordered_map becomes a map, under the same lock
//: impact: changed
//: fault: none
//: slow: yes
-#include <unordered_map>
+#include <map>
#include <mutex>
#include <thread>
class Table {
 public:
  void Set(int key, int value) {
    std::lock_guard<std::mutex> guard(mutex_);
    values_[key] = value;
  }
  size_t Size() {
    std::lock_guard<std::mutex> guard(mutex_);
    return values_.size();
  }
  void Drop(int key) {
    std::lock_guard<std::mutex> guard(mutex_);
    values_.erase(key);
  }

 private:
  std::mutex mutex_;
-  std::unordered_map<int, int> values_;
+  std::map<int, int> values_;
};
int main() {
  Table table;
  std::thread a([&] { table.Set(1, 1); table.Drop(2); }), b([&] { table.Set(2, 2); table.Size(); });
  a.join();
  b.join();
}
