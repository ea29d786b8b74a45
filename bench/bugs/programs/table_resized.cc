// shows: a table grows: the new one is published before the old entries are in it, and a lookup misses what is there
// set: held
// args: 1
// args: 5
#include "bug.h"

struct Table {
  explicit Table(int size) : entries(static_cast<unsigned>(size)) {}
  std::vector<std::atomic<int>> entries;
};
std::mutex m;
std::atomic<Table*> table{nullptr};
void Grow() {
  std::lock_guard l(m);
  Table* old = table.load();
  auto* big = new Table(static_cast<int>(old->entries.size()) * 2);
  table.store(big);
  for (unsigned i = 0; i < old->entries.size(); ++i) big->entries[i] = old->entries[i].load();
}
bool Find(int value) {
  for (auto& e : table.load()->entries)
    if (e == value) return true;
  return false;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  table = new Table(2);
  table.load()->entries[0] = 5, table.load()->entries[1] = 6;
  RunAll(n + 1, [n](int i) {
    if (i < n) assert(Find(6));
    else Grow();
  });
}
