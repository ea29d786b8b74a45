// Comparisons for the tests that are written: a C++ condition that says that an expression has a value that the wrapper printed.
#pragma once

#include <map>
#include <string>

#include "gen/model.h"

namespace reweave::gen {

// `left == 1`, `left.x == 1 && left.y == 2`, ... `records`: classes that are compared by parts, see Subject. `value`: as printed
// by <reweave/detail/gen_show.h>.
std::string EqualText(const Type& type, const std::map<std::string, Type>& records, const std::string& left,
                      const std::string& value);

// A variable of the type can be made without a value and get one later.
bool IsAssignedLater(const Type& type);

}  // namespace reweave::gen
