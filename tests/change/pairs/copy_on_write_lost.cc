//: what: copy on write is dropped: the list is changed in place while a reader walks it
//: impact: changed
//: tests: walk add
//: select: add
//: args: add
//: fault: any
//: found: yes
//: slow: yes
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
class Hosts {
 public:
  std::shared_ptr<const std::vector<std::string>> All() const {
    std::lock_guard<std::mutex> guard(mutex_);
    return hosts_;
  }
  void Add(std::string host) {
    std::lock_guard<std::mutex> guard(mutex_);
-    auto next = std::make_shared<std::vector<std::string>>(*hosts_);
-    next->push_back(std::move(host));
-    hosts_ = std::move(next);
+    hosts_->push_back(std::move(host));
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<std::vector<std::string>> hosts_ = std::make_shared<std::vector<std::string>>(1, "localhost");
};
int main(int argc, char** argv) {
  Hosts hosts;
  bool add = argc > 1 && std::string(argv[1]) == "add";
  std::thread reader([&] {
    size_t n = 0;
    auto all = hosts.All();
    for (auto& h : *all) n += h.size();
  });
  if (add) hosts.Add("example.org");
  reader.join();
}
