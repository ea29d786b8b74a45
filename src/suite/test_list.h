// Tests as a file: one a line, `name: arguments`, run as the binary with those arguments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "suite/test.h"

namespace reweave::inline suite {

// Arguments are separated by blanks; '...' takes everything as it stands, "..." too except \" and \\, a backslash outside takes
// the next character. A # at the start of a line or after a blank starts a comment. `file` is for messages; errors name the line.
Result<std::vector<TestSpec>> ParseTestList(std::string_view text, const std::string& file, const std::string& binary);
Result<std::vector<TestSpec>> ReadTestList(const std::string& file, const std::string& binary);

// "a 'b c'" -> {"a", "b c"}; the error says what is wrong, without a place.
Result<std::vector<std::string>> SplitArguments(std::string_view text);

}  // namespace reweave::inline suite
