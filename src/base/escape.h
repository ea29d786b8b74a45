// Text that a program or a file chose is never printed raw: it could move the cursor, hide lines or fake ours.
#pragma once

#include <string>
#include <string_view>

namespace reweave {

// For a single line: control characters, bytes that are not valid UTF-8, and Unicode direction/zero-width controls become
// \n \t \\ \xNN \u{NNNN}. Everything else stays.
std::string EscapeLine(std::string_view text);
// For a block of output: the same, but newlines and tabs stay.
std::string EscapeBlock(std::string_view text);
// Valid UTF-8 for JSON: bad bytes become \xNN text; control characters are left to the JSON writer.
std::string EscapeUtf8(std::string_view text);

}  // namespace reweave
