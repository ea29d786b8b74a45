// shows: the session keyring is installed by two threads at once: one sees none and makes another (kernel pattern)
// set: held
// args: 2
// args: 5
#include "bug.h"

struct Keyring {
  int keys = 0;
};
std::atomic<Keyring*> session{nullptr};
std::mutex list;
int installed;
int main(int argc, char** argv) {
  RunAll(Count(argc, argv, 2), [](int) {
    Keyring* mine = session;
    if (!mine) {
      mine = new Keyring;
      std::lock_guard l(list);
      session = mine;
      ++installed;
    }
    std::lock_guard l(list);
    ++mine->keys;
    assert(installed == 1);
  });
}
