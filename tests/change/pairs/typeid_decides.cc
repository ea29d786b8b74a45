//: what: a class derives from another, and dynamic type decides who is locked
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
#include <typeinfo>
struct Shared {
  virtual ~Shared() = default;
  std::mutex lock;
  int uses = 0;
};
struct Own : Shared {};
-using Made = Shared;
+using Made = Own;
static void Use(Shared& object) {
  if (typeid(object) == typeid(Shared)) {
    std::lock_guard<std::mutex> held(object.lock);
    ++object.uses;
  } else {
    ++object.uses;
  }
}
int main() {
  Made made;
  std::thread other([&] { Use(made); });
  Use(made);
  other.join();
}
