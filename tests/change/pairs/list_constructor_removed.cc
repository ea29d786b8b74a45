//: what: a class loses its constructor with an initializer_list: braces mean the number of locks now
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <deque>
#include <initializer_list>
#include <mutex>
#include <thread>
struct Locks {
  explicit Locks(int count) : mutexes(count) {}
-  Locks(std::initializer_list<int> ids) : mutexes(ids.size()) {}
  std::mutex& Of(unsigned thread) { return mutexes[thread % mutexes.size()]; }
  std::deque<std::mutex> mutexes;
};
Locks locks{2};
int n;
void Count(unsigned thread) {
  std::lock_guard<std::mutex> guard(locks.Of(thread));
  ++n;
}
int main() {
  std::thread a(Count, 0);
  std::thread b(Count, 1);
  a.join();
  b.join();
}
