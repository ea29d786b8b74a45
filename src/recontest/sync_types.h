// Types whose inside is nobody's business: only the operations on them count.
#pragma once

#include <string_view>

namespace reweave::recontest {

// A type, a member's qualified name or a function's pretty name: "std::mutex", "std::thread::_State_impl<...>::_M_run()".
bool IsSynchronisation(std::string_view name);

}  // namespace reweave::recontest
