#include "techniques/simrt/without_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/locator.h"
#include "techniques/simrt/declaration_changes.h"

namespace reweave::inline simrt {

// Without knowing what is shared: every block of a function that changed.
ChangeImpact ImpactWithoutAnalysis(const ProgramChange& change, std::string why) {
  const Matching& matching = change.matching();
  ChangeImpact out;
  out.gave_up = std::move(why);
  std::set<std::uint32_t> kept;  // old functions that are as they were
  const auto& now = matching.new_facts().functions();
  for (std::uint32_t f = 0; f < now.size(); ++f) {
    if (matching.of(f).identical) kept.insert(matching.of(f).old_function);
    if (now[f].system()) continue;
    ++out.functions;
    out.changed_functions += !matching.of(f).identical;
  }
  const auto& before = matching.old_facts().functions();
  for (std::uint32_t f = 0; f < before.size(); ++f)
    for (std::uint32_t block = 0; block < before[f].blocks.size() && !before[f].system() && !kept.contains(f); ++block)
      out.changed.push_back({before[f].id, block});
  std::ranges::sort(out.changed);
  out.changed.erase(std::unique(out.changed.begin(), out.changed.end()), out.changed.end());
  // What declarations and tables of functions change is in no function: then nothing can be left out.
  const auto declarations = DeclarationChanges(change);
  out.undecided = out.changed.empty() || !change.virtual_changes().empty() ||
                  std::ranges::any_of(
                      declarations, [](const auto& entry) { return entry.second.kind == DeclarationChange::Kind::kInitialiser; });
  out.notes.push_back(
      fmt::format("the analysis of shared memory was given up {}: {} instead", out.gave_up,
                  out.undecided ? "all tests of the program are selected" : "tests that enter a changed function are selected"));
  return out;
}

Result<std::vector<OldBlock>> SharedBlocks(const Facts& facts, const EffortLimits& limits) {
  RW_ASSIGN(const FlowProgram program, LoadProgram(facts));
  std::set<OldBlock> out;
  const Effort effort(limits);
  try {
    const PointsTo points(program);
    const Threads threads(program, points);
    for (const LocatedAccess& access : LocateSharedAccesses(program, points, threads))
      out.insert({program.functions()[access.function].id, access.block});
  } catch (const Effort::Spent&) {
    for (const FunctionFacts& f : facts.functions())
      for (std::uint32_t block = 0; block < f.blocks.size() && !f.system(); ++block) out.insert({f.id, block});
  }
  return std::vector<OldBlock>(out.begin(), out.end());
}

}  // namespace reweave::inline simrt
