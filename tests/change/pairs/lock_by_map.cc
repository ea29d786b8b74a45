//: what: a map gives the lock, and the key is now the thread's
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <map>
#include <mutex>
#include <thread>
std::map<int, std::mutex> locks;
int total;
void Add(int id) {
-  std::lock_guard<std::mutex> held(locks.at(id / 2));
+  std::lock_guard<std::mutex> held(locks.at(id));
  ++total;
}
int main() {
  locks[0];
  locks[1];
  std::thread a(Add, 0), b(Add, 1);
  a.join();
  b.join();
}
