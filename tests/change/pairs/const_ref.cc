//: what: parameters become const references, push_back becomes emplace_back, a loop a range-for, all under the lock
//: impact: changed
//: fault: none
//: slow: yes
#include <mutex>
#include <string>
#include <thread>
#include <vector>
class Names {
 public:
-  void Add(std::string name) {
+  void Add(const std::string& name) {
    std::lock_guard<std::mutex> guard(mutex_);
-    names_.push_back(name);
+    names_.emplace_back(name);
  }
  size_t Length() {
    std::lock_guard<std::mutex> guard(mutex_);
    size_t sum = 0;
-    for (size_t i = 0; i < names_.size(); ++i) sum += names_[i].size();
+    for (const auto& name : names_) sum += name.size();
    return sum;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> names_;
};
int main() {
  Names names;
  std::thread a([&] { names.Add("a"); }), b([&] { names.Length(); });
  a.join();
  b.join();
}
