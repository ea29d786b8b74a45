// What the reports of a check have in common: every finding with its state, words for kinds and states, paths as a reader of the
// repository knows them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "findings/check_result.h"

namespace reweave::inline report {

// kFound: there was no version to compare with. kTiming: new, but it needs a thread to be delayed, and fails no check.
enum class FindingState { kNew, kOld, kAccepted, kFixed, kFound, kTiming };
const char* Text(FindingState state);

struct FindingView {
  const CheckedTest* test = nullptr;
  const Finding* finding = nullptr;
  FindingState state = FindingState::kNew;
  std::string phase;  // empty for fixed ones and those that need a delay
  const Finding* lead = nullptr;  // it has the same cause as this one (findings/causes.h), which comes before it; null: it leads
};

// The new ones of all tests first, then those that need a delay, then the old, accepted and fixed ones. Of a test, those with one
// cause follow each other.
std::vector<FindingView> FindingsOf(const CheckResult& result);
// What fails, as it is listed: each cause once, with the findings that it shows in. The other tests that show them are in the
// views.
struct FailingCause {
  const FindingView* view;  // of its first finding
  std::vector<const Finding*> findings;
};
std::vector<FailingCause> FailingCausesOf(const std::vector<FindingView>& views);
// A check compares; the exploration of a program alone has no base.
bool HasBase(const CheckResult& result);

// "data race on x: read at ...", "deadlock: no thread can run": the title is not repeated where the message begins with it.
std::string TitledMessage(const Finding& finding);
// "new data race on x: read at ...".
std::string StateMessage(const FindingView& view);
// "data race", "deadlock (lost wakeup)".
std::string KindTitle(const Finding& finding);
// With its state before it where a base gives it one: "new data race".
std::string StateTitle(const FindingView& view);
// What a racing access' thread held: "no lock", "holds Queue::mu_"; empty for other places and where the run does not say.
std::string HeldText(const Finding& finding, const FindingSite& site);
// "src/queue.cc:88 (write, no lock) vs src/queue.cc:131 (read, holds Queue::mu_)" of a race, else empty. Not escaped.
std::string RaceText(const Finding& finding);
// Below the repository's top as a relative path, else as it is.
std::string RelativePath(const CheckResult& result, const std::string& path);
// "reweave replay .reweave/results/x.rws", quoted for a shell; empty without a schedule.
std::string ReplayCommand(const CheckResult& result, const Finding& finding);

struct CheckTotals {
  std::size_t explored = 0, tests = 0, causes = 0;  // causes: of what fails, as they are listed
  std::size_t fresh = 0, timing = 0, old = 0, accepted = 0, fixed = 0, not_checked = 0;
  std::uint64_t schedules = 0;
};
CheckTotals TotalsOf(const CheckResult& result);
inline const char* Plural(std::uint64_t n) { return n == 1 ? "" : "s"; }
// "3 new findings (4 before grouping by cause)": as many as are listed, and how many findings of all tests that
// are, if it differs.
std::string FailingText(const CheckTotals& totals, bool has_base);

// At most `most` bytes of valid UTF-8; `cut` is set if something is gone. The end is kept: what went wrong is there.
std::string KeepEnd(std::string_view text, std::size_t most, bool* cut = nullptr);

}  // namespace reweave::inline report
