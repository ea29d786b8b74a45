// shows: double-checked creation that publishes the object before it is filled
// set: held
// args: 1
// args: 4
#include "bug.h"

struct Object {
  int a = 0;
};
std::atomic<Object*> instance{nullptr};
std::mutex m;
Object* Get() {
  Object* o = instance.load(std::memory_order_relaxed);
  if (o) return o;
  std::lock_guard l(m);
  o = instance.load(std::memory_order_relaxed);
  if (!o) {
    o = new Object;
    instance = o;
    o->a = 7;
  }
  return o;
}
int main(int argc, char** argv) {
  RunAll(Count(argc, argv, 1) + 1, [](int) { assert(Get()->a == 7); });
}
