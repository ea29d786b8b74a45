// Locks on files that threads of this process keep from each other: flock, and fcntl for what was opened.
#pragma once

#include <fcntl.h>

namespace reweave::rt {

struct LockWait {
  long fd;
  bool writes;         // flock
  struct flock* range;  // fcntl; null: flock
  bool of_process;     // F_SETLKW: keeps out other processes, and is kept out by what this one opened, too
};

// A thread of this process must give the lock back first. Locks of others are theirs to give back at any time.
bool HeldHere(const LockWait& wait);

}  // namespace reweave::rt
