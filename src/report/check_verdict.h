// What a check says in the end: new findings, nothing new, or that it cannot say, because something that can notice the change
// was not looked at.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "findings/check_result.h"

namespace reweave::inline report {

enum class CheckVerdict { kNothingNew, kFindings, kIncomplete };
const char* Text(CheckVerdict verdict);  // "nothing new", "findings", "incomplete"

// The exit status of an incomplete check (the others: base/result.h).
constexpr int kExitIncomplete = 6;

// Schedules after which a test counts as looked at although some are left.
constexpr std::uint64_t kEnoughSchedules = 100;

// Something that a check should have looked at and did not.
struct Gap {
  std::string test;  // "" = the change as a whole
  std::string why;   // "no time left", "7 schedules, 100 wanted"
  std::string brief = {};  // the same for the last line, where many tests may have it; "" = as it is
};

// It fails in both versions before it has a second thread, whatever the schedule: it has one schedule, and that this was run says
// nothing about the change.
bool FailsAtOnce(const CheckedTest& test);
// Why this test says nothing about the change; "" if it was looked at, or cannot notice it.
std::string GapOf(const CheckedTest& test);
std::vector<Gap> GapsOf(const CheckResult& result);
// `any`: old findings count like new ones. Accepted ones never do.
CheckVerdict VerdictOf(const CheckResult& result, bool any = false);

// "not looked at: NAME (no time left)", at most `most` names for one reason, then how many more there are.
std::vector<std::string> GapTexts(const CheckResult& result, std::size_t most);
// The same in one line for a badge or a last line: "3 tests not looked at: a, b, c (no time left); ...".
std::string GapSummary(const CheckResult& result);

}  // namespace reweave::inline report
