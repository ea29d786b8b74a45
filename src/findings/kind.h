// The kinds of findings: one table of their names and of what reports say about each.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace reweave::inline findings {

enum class FindingKind : std::uint8_t {
  kRace,
  kAtomicity,
  kDeadlock,
  kLivelock,
  kAssert,
  kAbort,
  kException,
  kSignal,
  kHeap,
  kMisuse,
  kExit,
  kTimeout,
};

struct KindInfo {
  FindingKind kind;
  std::string_view name;      // "race": in JSON, suppressions, --fail-on
  std::string_view words;     // "data race": in a heading
  std::string_view rule;      // "DataRace": in SARIF
  std::string_view severity;  // "error" or "warning", as SARIF and compilers say
  std::string_view title;     // a sentence
  std::string_view help;      // a paragraph: what it means, what to do
};

std::span<const KindInfo> FindingKinds();  // all, in the order of the enum
const KindInfo& Info(FindingKind kind);
// The run that shows it ends with it. Races and broken atomicity are seen in runs that go on.
constexpr bool EndsRun(FindingKind kind) { return kind != FindingKind::kRace && kind != FindingKind::kAtomicity; }
std::string_view Name(FindingKind kind);
std::optional<FindingKind> FindingKindNamed(std::string_view name);

}  // namespace reweave::inline findings
