// How two programs were linked: options that bind a name elsewhere, libraries, the order of the objects, code that was built
// without the driver. The facts of functions are the same, and the program still does something else.
#pragma once

#include <string>
#include <vector>

#include "change/matching.h"

namespace reweave::inline change {

// One sentence each, for people; nothing if the linker made the same of both.
std::vector<std::string> LinkDifferences(const Facts& old_facts, const Facts& new_facts);

// What differs between the two though no function, declaration or line does: how they were linked, code of the library, data that
// nobody declared, the order in which globals are initialised.
std::vector<std::string> Unexplained(const Matching& matching);

}  // namespace reweave::inline change
