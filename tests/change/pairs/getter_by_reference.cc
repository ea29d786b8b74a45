//: what: a getter under the lock returns a reference
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <mutex>
#include <string>
#include <thread>

class Profile {
 public:
-  std::string name() const {
+  const std::string& name() const {
    std::lock_guard<std::mutex> guard(mutex_);
    return name_;
  }
  void set_name(const std::string& n) {
    std::lock_guard<std::mutex> guard(mutex_);
    name_ = n;
  }

 private:
  mutable std::mutex mutex_;
  std::string name_ = "nobody";
};

Profile profile;
unsigned long length;
int main() {
  std::thread a([] { length = profile.name().size(); });
  std::thread b([] { profile.set_name("a longer name than fits inside"); });
  a.join();
  b.join();
}
