// Types whose inside is nobody's business: only the operations on them count.
#pragma once

#include <string_view>

#include "techniques/recontest/view.h"

namespace reweave::recontest {

// A type, a member's qualified name or a function's pretty name: "std::mutex", "std::thread::_State_impl<...>::_M_run()".
bool IsSynchronisation(std::string_view name);

// What a call of this function is, by its pretty name; those that the pass leaves as calls (compiler/pass/inline_system.cc).
Primitive PrimitiveOf(std::string_view callee);
// The status word of a future, by the name of the variable that is accessed.
bool IsFutureStatus(std::string_view variable);

}  // namespace reweave::recontest
