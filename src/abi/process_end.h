// Values of a ProcessEnd event: what its thread is about to do.
#pragma once

#include <cstdint>

namespace reweave::abi {

enum ProcessEndStage : std::uint64_t {
  kBeforeExitHandlers = 0,  // and static destructors
  kProcessGoes = 1,         // nothing of the program comes after it
  kEndsByFailure = 2,       // the thread fails; others may run before that
};

}  // namespace reweave::abi
