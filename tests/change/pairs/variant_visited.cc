//: what: a message in a variant is visited in place, not in a copy made under the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <string>
#include <thread>
#include <variant>
struct Ping { int id; };
struct Text { std::string body; };
using Message = std::variant<Ping, Text>;
class Mailbox {
 public:
  void Set(Message message) {
    std::lock_guard<std::mutex> guard(mutex_);
    last_ = std::move(message);
  }
  size_t Weight() {
-    Message copy;
-    {
-      std::lock_guard<std::mutex> guard(mutex_);
-      copy = last_;
-    }
+    const Message& copy = Peek();
    return std::visit([](const auto& m) { return Size(m); }, copy);
  }

 private:
  const Message& Peek() {
    std::lock_guard<std::mutex> guard(mutex_);
    return last_;
  }
  static size_t Size(const Ping&) { return sizeof(Ping); }
  static size_t Size(const Text& t) { return t.body.size(); }
  std::mutex mutex_;
  Message last_ = Ping{1};
};
int main() {
  Mailbox box;
  std::thread a([&] { box.Set(Text{"a text that is too long for the small buffer"}); });
  std::thread b([&] { box.Weight(); });
  a.join();
  b.join();
}
