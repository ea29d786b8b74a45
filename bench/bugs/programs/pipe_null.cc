// shows: a pipe's end is opened while its last user gives it back (kernel pattern)
// set: tune
// args: 1
// args: 3
#include "bug.h"

struct Inode {
  std::mutex m;
  std::atomic<int*> pipe{nullptr};
  std::atomic<int> users{0};
} inode;
int main(int argc, char** argv) {
  inode.pipe = new int(0), inode.users = 1;
  std::thread release([] {
    std::lock_guard l(inode.m);
    if (--inode.users == 0) {
      delete inode.pipe.load();
      inode.pipe = nullptr;
    }
  });
  RunAll(Count(argc, argv, 1), [](int) {
    if (inode.pipe == nullptr) return;  // not under the lock
    std::lock_guard l(inode.m);
    ++*inode.pipe;
    ++inode.users;
  });
  release.join();
}
