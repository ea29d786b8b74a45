// What a trace says about the identity of threads, for searches that exchange equal ones. In a file of its own, since few need
// it.
#pragma once

#include "abi/event.h"

namespace reweave::abi {

// A HiddenState record of this state: the thread asked who it is (pthread_self, gettid). Never changed, so never shared.
constexpr Hidden kThreadIdentity{10};

// Create: value2 = the argument, size = these flags. End: value = what the thread returned. ThreadInfo: if the argument is a
// block of the heap, of up to 256 bytes, size = its bytes and ctx, caller = a hash of them (upper and lower half); 0 otherwise.
enum CreateFlags : std::uint16_t {
  kOwnStack = 1,  // one that the program chose
  kBornDetached = 2,
  kBirthTold = 4,  // all of this is there (always; runtimes before it did not tell)
};

}  // namespace reweave::abi
