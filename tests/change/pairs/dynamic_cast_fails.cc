//: what: an object of another class is made, and a dynamic_cast to the locked one fails
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <memory>
#include <mutex>
#include <thread>
int total;
struct Base {
  virtual ~Base() = default;
};
struct Lockable : Base {
  std::mutex mutex;
};
struct Plain : Base {};
-std::unique_ptr<Base> object = std::make_unique<Lockable>();
+std::unique_ptr<Base> object = std::make_unique<Plain>();
void Add() {
  auto* lockable = dynamic_cast<Lockable*>(object.get());
  if (lockable) lockable->mutex.lock();
  ++total;
  if (lockable) lockable->mutex.unlock();
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
}
