// shows: a reader looks the object up, the remover frees it before it is used
// set: held
// args: 1
// args: 5
#include "bug.h"

struct Entry {
  int key = 3;
};
std::atomic<Entry*> table{nullptr};
int main(int argc, char** argv) {
  table = new Entry;
  const int n = Count(argc, argv, 1);
  std::thread remover([] {
    Entry* e = table.exchange(nullptr);
    delete e;
  });
  RunAll(n, [](int) {
    if (Entry* e = table) assert(e->key == 3);
  });
  remover.join();
}
