//: what: members change places; a comparison that the compiler writes orders by the other one first, and so are locks taken
//: impact: changed
//: slow: yes
//: fault: deadlock
//: found: yes
#include <compare>
#include <mutex>
#include <thread>
struct Key {
-  int level;
-  int side;
+  int side;
+  int level;
  auto operator<=>(const Key&) const = default;
};
struct Part {
  Key key;
  std::mutex mutex;
};
static Part one, two;
static void Move(Part& a, Part& b) {
  Part& first = a.key < b.key ? a : b;
  Part& second = &first == &a ? b : a;
  std::lock_guard<std::mutex> x(first.mutex), y(second.mutex);
}
static void Fixed() {
  std::lock_guard<std::mutex> x(one.mutex), y(two.mutex);
}
int main() {
  one.key.level = 1, one.key.side = 2;
  two.key.level = 2, two.key.side = 1;
  std::thread a([] { Move(two, one); }), b([] { Fixed(); });
  a.join();
  b.join();
}
