//: what: a concept asks for one function more, which the lock does not have: the other overload is called
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
template <typename T>
-concept Lockable = requires(T lock) { lock.lock(); lock.unlock(); };
+concept Lockable = requires(T lock) { lock.lock(); lock.unlock(); lock.lock_shared(); };
int n;
template <typename T>
void Add(T&) {
  ++n;
}
template <Lockable T>
void Add(T& lock) {
  lock.lock();
  ++n;
  lock.unlock();
}
std::mutex m;
void Count() { Add(m); }
int main() {
  std::thread a(Count);
  std::thread b(Count);
  a.join();
  b.join();
}
