// Memory of files that is mapped twice: the same bytes have two addresses. All that the models and the trace say of such memory
// is said of one of them, so that a lock is the same lock at both.
#pragma once

#include "abi/event.h"

namespace reweave::rt {

constexpr unsigned kMostSharedFiles = 64;

struct SharedFiles {
  struct Mapping {
    unsigned long begin, end, device, inode, offset;
    bool writable;
  } mappings[kMostSharedFiles];  // MAP_SHARED, of files
  unsigned count;
  bool twice;  // some bytes have two addresses
};

}  // namespace reweave::rt
