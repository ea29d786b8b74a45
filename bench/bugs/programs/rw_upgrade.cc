// shows: a reader gives its lock back to become a writer and trusts what it read
// set: held
// args: 2
// args: 4
#include <shared_mutex>

#include "bug.h"

std::shared_mutex m;
int entries;
int main(int argc, char** argv) {
  RunAll(Count(argc, argv, 2), [](int) {
    bool empty;
    {
      std::shared_lock l(m);
      empty = entries == 0;
    }
    if (!empty) return;
    std::unique_lock l(m);
    ++entries;
    assert(entries == 1);
  });
}
