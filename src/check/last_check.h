// What the last check looked at, so that the next one can be about the edit since then (check --since-last). Kept as
// .reweave/last, a few lines of text. Only a check of all tests that came to its end counts.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "findings/check_result.h"

namespace reweave::inline check {

struct LastCheck {
  std::string tree;     // content of the version that was checked
  std::string commit;   // "" for a working tree
  std::string verdict;  // "nothing new", "2 new findings", "incomplete"
};

std::string LastCheckText(const LastCheck& last);
// None if it is no such text.
std::optional<LastCheck> ParseLastCheck(const std::string& text);

std::optional<LastCheck> ReadLastCheck(const std::string& top);
Result<void> WriteLastCheck(const std::string& top, const CheckResult& result);

}  // namespace reweave::inline check
