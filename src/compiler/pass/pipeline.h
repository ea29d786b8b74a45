// Which of the optimiser's passes run after the hooks are in place.
#pragma once

namespace llvm {
class PassInstrumentationCallbacks;
}

namespace reweave::compiler {

// Most passes find nothing to do in code with hooks: every access is kept, in its order, and every hook may change all memory.
// They cost a third of the time of a compilation. Leaving a pass out never changes what the code means.
void LeaveOutPasses(llvm::PassInstrumentationCallbacks& callbacks);

}  // namespace reweave::compiler
