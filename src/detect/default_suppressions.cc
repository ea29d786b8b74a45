// Races by the letter of the standard in the standard library itself, which a program can do nothing about. Each line is for one
// that was looked at; docs/formats/suppressions.md tells what and why.
#include "detect/suppressions.h"

namespace reweave::detect {

std::string_view DefaultSuppressionText() {
  return R"(# libstdc++: ctype<char> fills its tables of narrowed and widened characters without a lock, each time with the same values
race_top:std::ctype<char>::narrow
race_top:std::ctype<char>::widen
race_top:std::ctype<char>::_M_narrow_init
race_top:std::ctype<char>::_M_widen_init
)";
}

}  // namespace reweave::detect
