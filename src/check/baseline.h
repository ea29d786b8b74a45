// Findings that a project knows and accepts for now: --baseline FILE. One a line, its id first; the rest is for people.
//
//   # comment
//   6f0e2a91c3d4  race  queue_test.TwoConsumers: data race on Queue::head ...
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "findings/check_result.h"

namespace reweave::inline check {

// Errors name the line: not an id.
Result<std::set<std::string>> ParseBaseline(std::string_view text, const std::string& name);
Result<std::set<std::string>> ReadBaseline(const std::string& path);
// Everything that the check found, accepted ones included.
std::string BaselineText(const CheckResult& result);
void Accept(CheckResult& result, const std::set<std::string>& baseline);

}  // namespace reweave::inline check
