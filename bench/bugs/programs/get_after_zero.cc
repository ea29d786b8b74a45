// shows: a lookup raises the count of an object whose last user has just lowered it to zero (kernel pattern)
// set: held
// args: 1
// args: 3
#include "bug.h"

struct Object {
  std::atomic<int> count{1};
  std::atomic<int> uses{0};
};
std::mutex table_lock;
Object* table;
void Put(Object* o) {
  if (o->count.fetch_sub(1) != 1) return;
  {
    std::lock_guard l(table_lock);
    table = nullptr;
  }
  delete o;
}
void User() {
  Object* o;
  {
    std::lock_guard l(table_lock);
    o = table;
    if (o == nullptr) return;
    o->count.fetch_add(1);  // also from zero
  }
  o->uses.fetch_add(1);
  Put(o);
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  table = new Object;
  RunAll(n + 1, [n](int i) { i < n ? User() : Put(table); });
}
