// What a test gets besides its program: arguments, environment, working directory, and the files that these name. A test that
// gets something else can behave differently although no code changed.
#pragma once

#include <string>
#include <vector>

#include "suite/test.h"

namespace reweave::inline check {

// Why the test gets something else than before, "" if it gets the same. `directories` are those of the two versions: paths below
// them differ by nature. Files that the program names itself are not known here.
std::string OtherInputs(const TestSpec& before, const TestSpec& now, const std::vector<std::string>& directories);

}  // namespace reweave::inline check
