//: what: a memory pool cuts slots by the size of a pointer: two objects overlap
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <cstddef>
#include <new>
#include <thread>
struct Item {
  long a, b;
};
alignas(16) static unsigned char memory[64];
static std::atomic<int> next{0};
static Item* Make() {
  const int slot = next.fetch_add(1);
-  return new (memory + slot * sizeof(Item)) Item{};
+  return new (memory + slot * sizeof(Item*)) Item{};
}
static void Use() {
  Item* i = Make();
  i->a = 1;
  i->b = 2;
}
int main() {
  std::thread a(Use), b(Use);
  a.join();
  b.join();
}
