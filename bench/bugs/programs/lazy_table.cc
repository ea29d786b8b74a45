// shows: each entry of a table is made by whoever finds it empty; two make it and one result is lost
// set: tune
// args: 2
// args: 6
#include "bug.h"

std::mutex m;
int* table[2];
int made;
int* Entry(int k) {
  {
    std::lock_guard l(m);
    if (table[k]) return table[k];
  }
  int* fresh = new int(k);
  std::lock_guard l(m);
  table[k] = fresh;
  ++made;
  return fresh;
}
int main(int argc, char** argv) {
  RunAll(Count(argc, argv, 2), [](int i) { Entry(i % 2 == 0 ? 0 : 0); });
  assert(made == 1);
}
