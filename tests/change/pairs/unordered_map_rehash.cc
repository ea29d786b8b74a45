//: what: reads of a table take no lock any more, because "it is filled at start"; one command adds to it
//: impact: changed
//: tests: read add
//: args: add
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
class Types {
 public:
  void Register(int id, const char* name) {
    std::lock_guard<std::mutex> guard(mutex_);
    names_.emplace(id, name);
  }
  bool Known(int id) const {
-    std::lock_guard<std::mutex> guard(mutex_);
    return names_.find(id) != names_.end();
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<int, std::string> names_;
};
int main(int argc, char** argv) {
  Types types;
  types.Register(1, "int");
  std::thread user([&] { types.Known(1); });
  if (argc > 1 && std::string(argv[1]) == "add") types.Register(2, "text");
  user.join();
}
