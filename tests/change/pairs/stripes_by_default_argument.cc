//: what: the default number of locks of a template does not fit its slots any more
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <mutex>
#include <thread>
-template <int Locks = 2>
+template <int Locks = 3>
struct Stripes {
  void Add(int key) {
    std::lock_guard<std::mutex> guard(locks[key % Locks]);
    ++slots[key % 2];
  }
  std::mutex locks[Locks];
  int slots[2] = {};
};
Stripes<> stripes;
int main() {
  std::thread a([] { stripes.Add(0); });
  std::thread b([] { stripes.Add(2); });
  a.join();
  b.join();
}
