// shows: a table is made on first use with a look before the lock; the pointer is set before the table is filled
// set: unseen
// args: 2
// args: 5
#include "bug.h"

struct Table {
  int rows = 0;
};
std::atomic<Table*> table;
std::mutex m;
Table* Get() {
  if (Table* t = table.load()) return t;
  std::lock_guard hold(m);
  if (Table* t = table.load()) return t;
  table.store(new Table);
  table.load()->rows = 4;
  return table.load();
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(n, [](int) { assert(Get()->rows == 4); });
}
