// Children of this process that somebody will end: they are no orphans.
#pragma once

namespace reweave {

// Children that are somebody's to end: the supervisors of commands (base/subprocess.h).
class OwnChildren {
 public:
  // From before a child is made until it is added: else another thread may take it for an orphan.
  class Hold {
   public:
    Hold();
    ~Hold();
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
  };
  static void Add(int pid);  // while held
  static void Remove(int pid);
};

}  // namespace reweave
