// Findings that the user does not want to hear of, from a file in ThreadSanitizer's syntax (docs/formats/suppressions.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "findings/finding.h"

namespace reweave::detect {

class Suppressions {
 public:
  struct Entry {
    std::string type, pattern;
    unsigned line = 0;
    std::uint64_t hits = 0;
  };

  // Errors are kUsage and name the line. `name` is for messages.
  static Result<Suppressions> Parse(std::string_view text, const std::string& name);
  static Result<Suppressions> Read(const std::string& path);

  // Does an entry match? Counts the hit.
  bool Matches(const Finding& finding);
  bool empty() const { return entries_.empty(); }
  const std::vector<Entry>& entries() const { return entries_; }
  // "race:foo (line 3)": entries that never matched.
  std::vector<std::string> Unused() const;

 private:
  std::vector<Entry> entries_;
};

// For the standard library's own races, in the same syntax; in force unless --no-default-suppressions. Compared with the
// functions that made the accesses, library functions included, while reports show the user's.
std::string_view DefaultSuppressionText();

// * matches anything, ^ and $ anchor; without them a pattern may stand anywhere in the text.
bool MatchesPattern(std::string_view pattern, std::string_view text);

}  // namespace reweave::detect
