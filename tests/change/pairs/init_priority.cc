//: what: two global objects are initialised in the other order
//: impact: changed
//: slow: yes
//: fault: race
//: found: yes
//: select: yes
#include "pair.h"
#include <mutex>
static std::mutex a, b;
static std::mutex* reader_lock;
static int value;
struct Sets {
  explicit Sets(std::mutex* m) { reader_lock = m; }
};
-__attribute__((init_priority(300))) static Sets first(&b);
-__attribute__((init_priority(400))) static Sets second(&a);
+__attribute__((init_priority(400))) static Sets first(&b);
+__attribute__((init_priority(300))) static Sets second(&a);
static void* Write(void* unused) {
  std::lock_guard<std::mutex> held(a);
  ++value;
  return unused;
}
static void* Read(void* unused) {
  std::lock_guard<std::mutex> held(*reader_lock);
  return value > 1 ? unused : nullptr;
}
int main() {
  TWO_THREADS(Write, Read);
}
