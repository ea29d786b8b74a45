//: what: a function that took all locks it was given takes the first one
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex in, out;
int copied;
template <typename First, typename... Rest>
void LockAll(First& first, Rest&... rest) {
-  first.lock(), (rest.lock(), ...);
+  first.lock();
}
template <typename First, typename... Rest>
void UnlockAll(First& first, Rest&... rest) {
-  first.unlock(), (rest.unlock(), ...);
+  first.unlock();
}
void Both() {
  LockAll(in, out);
  ++copied;
  UnlockAll(in, out);
}
void OutOnly() {
  LockAll(out);
  ++copied;
  UnlockAll(out);
}
int main() {
  std::thread a(Both), b(OutOnly);
  a.join();
  b.join();
}
