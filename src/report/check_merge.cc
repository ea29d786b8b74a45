#include "report/check_merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "report/reach.h"

namespace reweave::inline report {

namespace {

// What parts of one check have in common.
using Kind = std::tuple<std::string, std::string, unsigned, std::string>;
Kind KindOf(const CheckResult& part) { return {part.base.tree, part.head.tree, part.shard.of, part.shard.plan}; }

void MergeTest(CheckedTest& into, CheckedTest&& other) {
  if (other.schedules > into.schedules || (into.state != TestState::kExplored && other.state == TestState::kExplored))
    std::swap(into, other);
  for (CheckedFinding& f : other.findings)
    if (std::ranges::none_of(into.findings, [&](const CheckedFinding& known) { return known.finding.id == f.finding.id; }))
      into.findings.push_back(std::move(f));
  for (Finding& f : other.fixed)
    if (std::ranges::find(into.fixed, f.id, &Finding::id) == into.fixed.end()) into.fixed.push_back(std::move(f));
  for (Finding& f : other.timing)
    if (std::ranges::find(into.timing, f.id, &Finding::id) == into.timing.end()) into.timing.push_back(std::move(f));
  std::erase_if(into.fixed, [&](const Finding& f) {
    return std::ranges::any_of(into.findings, [&](const CheckedFinding& found) { return found.finding.id == f.id; });
  });
}

void MergeInto(CheckResult& out, CheckResult&& part) {
  for (CheckedTest& test : part.tests) {
    const auto known = std::ranges::find(out.tests, test.name, &CheckedTest::name);
    if (known == out.tests.end()) out.tests.push_back(std::move(test));
    else MergeTest(*known, std::move(test));
  }
  const auto add = [](std::vector<std::string>& list, std::vector<std::string>&& more) {
    for (std::string& text : more)
      if (std::ranges::find(list, text) == list.end()) list.push_back(std::move(text));
  };
  add(out.notes, std::move(part.notes));
  add(out.missing, std::move(part.missing));
  out.changed_functions = std::max(out.changed_functions, part.changed_functions);
  out.points = std::max(out.points, part.points);
  out.seconds += part.seconds;
  out.interrupted |= part.interrupted;
  out.repeated &= part.repeated;
}

// Why a part is not one of the others.
std::string Difference(const CheckResult& part, const CheckResult& others) {
  const std::string name =
      part.shard.of == 0 ? "a result that is not part of a check" : fmt::format("part {} of {}", part.shard.part, part.shard.of);
  const auto version = [&](const char* which, const Version& own, const Version& wanted) {
    return fmt::format("{} does not belong to the others: its {} is {} ({:.12}), not {} ({:.12})", name, which, own.label,
                       own.tree, wanted.label, wanted.tree);
  };
  if (part.base.tree != others.base.tree) return version("base", part.base, others.base);
  if (part.head.tree != others.head.tree) return version("head", part.head, others.head);
  if (part.shard.of == 0) return name + " does not belong to the others";
  if (part.shard.of != others.shard.of)
    return fmt::format("{} does not belong to the others: they are of {}", name, others.shard.of);
  return fmt::format("{} does not belong to the others: its tests were divided in another way (give all parts the same --times "
                     "file, or one server as --store)",
                     name);
}

// The parts of the kind that most are of; the others are named in `missing`.
std::vector<CheckResult> TakeParts(std::vector<CheckResult> parts, std::vector<std::string>& missing) {
  std::map<Kind, std::set<unsigned>> kinds;
  for (const CheckResult& part : parts)
    if (part.shard.of != 0) kinds[KindOf(part)].insert(part.shard.part);
  const auto size = [](const auto& kind) { return kind.second.size(); };
  const Kind wanted = std::ranges::max_element(kinds, {}, size)->first;
  std::vector<CheckResult> out, others;
  for (CheckResult& part : parts) (KindOf(part) == wanted ? out : others).push_back(std::move(part));
  std::ranges::sort(out, {}, [](const CheckResult& part) { return part.shard.part; });
  for (const CheckResult& other : others) missing.push_back(Difference(other, out[0]));
  unsigned lacking = 0;
  std::string named;
  for (unsigned part = 1; part <= out[0].shard.of; ++part) {
    if (kinds[wanted].contains(part)) continue;
    if (++lacking <= 8) named += fmt::format("{}{}", named.empty() ? "" : ", ", part);
    else if (lacking == 9) named += ", ...";
  }
  if (lacking > 0)
    missing.push_back(fmt::format("{} of {} parts {} missing: {}", lacking, out[0].shard.of, lacking == 1 ? "is" : "are", named));
  return out;
}

// Other machines have the checkout elsewhere: what lies below it is named as the first part names it.
void MoveTop(CheckResult& part, const std::string& top) {
  if (part.top == top || part.top.empty() || top.empty()) return;
  const auto move = [&](std::string& path) {
    if (path.starts_with(part.top + "/")) path = top + path.substr(part.top.size());
  };
  const auto move_finding = [&](Finding& finding) {
    move(finding.schedule_file);
    for (FindingSite& site : finding.sites) move(site.position.file);
    for (auto* steps : {&finding.interleaving.steps, &finding.interleaving.waiting})
      for (InterleavingStep& step : *steps) move(step.file);
  };
  for (CheckedTest& test : part.tests) {
    move(test.program);
    for (CheckedFinding& f : test.findings) move_finding(f.finding);
    for (Finding& f : test.fixed) move_finding(f);
    for (Finding& f : test.timing) move_finding(f);
  }
  part.top = top;
}

}  // namespace

void OneVerdictForOneCause(CheckResult& result) {
  std::set<std::string> old;
  for (const CheckedTest& test : result.tests)
    for (const CheckedFinding& f : test.findings)
      if (!f.is_new) old.insert(f.finding.id);
  for (CheckedTest& test : result.tests)
    for (CheckedFinding& f : test.findings)
      if (f.is_new && old.contains(f.finding.id)) f.is_new = false, f.finding.is_new = false;
}

Result<CheckResult> MergeChecks(std::vector<CheckResult> parts) {
  if (parts.empty()) return Fail(ErrorCategory::kUsage, "there is no result to merge");
  const bool divided = std::ranges::any_of(parts, [](const CheckResult& part) { return part.shard.of != 0; });
  if (parts.size() == 1 && !divided) return std::move(parts[0]);
  std::vector<std::string> missing;
  if (divided) parts = TakeParts(std::move(parts), missing);
  CheckResult out = std::move(parts[0]);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].base.tree != out.base.tree || parts[i].head.tree != out.head.tree)
      return Fail(ErrorCategory::kUsage, "the results are of other versions", parts[i].head.label, {},
                  "only checks of the same base and head can be merged");
    MoveTop(parts[i], out.top);
    MergeInto(out, std::move(parts[i]));
  }
  std::ranges::move(missing, std::back_inserter(out.missing));
  out.shard = {};
  OneVerdictForOneCause(out);
  out.unreached = Unreached(out);
  return out;
}

}  // namespace reweave::inline report
