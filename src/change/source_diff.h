// What changed between two source trees, token by token; used only where the old binary is missing (docs/techniques/capp.md).
// Comments, white space and line breaks are no tokens.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "facts/reader.h"

namespace reweave::inline change {

struct Token {
  std::string_view text;
  std::uint32_t line = 0;
};
// C and C++: words, numbers, strings (raw ones too), punctuation one character at a time. Never fails: what it does not know is a
// token of one character.
std::vector<Token> Tokenize(std::string_view source);

struct FileChange {
  bool is_new = false;
  std::set<std::uint32_t> changed;  // lines with a token that is not in the old file
  std::set<std::uint32_t> deleted;  // lines of surviving tokens right before or after deleted ones
};
FileChange CompareSources(std::string_view before, std::string_view now);

// All files that functions of `facts` stand in, compared between two directories; by the path the facts know them under. Errors:
// a file that is not below `new_root`.
Result<std::map<std::string, FileChange>> CompareTrees(const Facts& facts, const std::string& old_root,
                                                       const std::string& new_root);

}  // namespace reweave::inline change
