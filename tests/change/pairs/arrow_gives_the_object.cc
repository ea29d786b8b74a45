//: what: the arrow of a guarded pointer gives the object itself, no longer a proxy that holds the lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Data {
  int n = 0;
};
static std::mutex m;
static Data data;
struct Proxy {
  std::lock_guard<std::mutex> held{m};
  Data* operator->() { return &data; }
};
struct Guarded {
-  Proxy operator->() { return Proxy{}; }
+  Data* operator->() { return &data; }
};
static Guarded guarded;
int main() {
  std::thread a([] { guarded->n++; }), b([] { guarded->n++; });
  a.join();
  b.join();
  return data.n == 0;
}
