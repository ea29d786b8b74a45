//: what: one of two threads takes its locks in the reversed order of an index sequence
//: impact: changed
//: fault: deadlock
//: found: yes
#include <mutex>
#include <thread>
#include <utility>
static std::mutex locks[2];
static int total;
template <std::size_t... I>
void Forward(std::index_sequence<I...>) {
  (locks[I].lock(), ...);
  ++total;
  (locks[I].unlock(), ...);
}
template <std::size_t... I>
void Backward(std::index_sequence<I...>) {
  (locks[sizeof...(I) - 1 - I].lock(), ...);
  ++total;
  (locks[I].unlock(), ...);
}
int main() {
  std::thread a([] { Forward(std::make_index_sequence<2>()); });
-  std::thread b([] { Forward(std::make_index_sequence<2>()); });
+  std::thread b([] { Backward(std::make_index_sequence<2>()); });
  a.join();
  b.join();
  return total == 0;
}
