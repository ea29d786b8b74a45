// Calls of functions that have no hooks and are not in the list of known ones (library_calls.h). What they do is not seen. The
// runtime is told which pointers they get and which state inside libc they use, so that a search tries the order of two such
// calls, and the summary says what it does not know.
#pragma once

#include <optional>

#include "abi/suspicion.h"
#include "llvm/ADT/StringRef.h"

namespace reweave::compiler {

struct HiddenUse {
  abi::Hidden state;
  bool changes;
};

// The state inside libc or the C++ library that a function uses, if it is one that no other hook reports.
std::optional<HiddenUse> HiddenStateOf(llvm::StringRef name);

// Nothing is known of what the declared function does to memory that its arguments point to.
bool HasUnknownEffects(llvm::StringRef name, bool returns_in_memory);

}  // namespace reweave::compiler
