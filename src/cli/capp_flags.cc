#include "cli/capp_flags.h"

#include "facts/shared_facts.h"
#include "techniques/capp/capp_labels.h"

namespace reweave::inline cli {

namespace {

Result<IcpSet> PointsFor(const StrategyFlags& flags, const Facts& facts, const std::string& program) {
  if (!flags.icps.empty()) {
    RW_ASSIGN(IcpSet set, ReadIcps(flags.icps));
    if (set.build != facts.build_key())
      return Fail(ErrorCategory::kUsage, "the impacted code points are of another build", flags.icps,
                  "they are for build " + set.build + ", " + program + " is build " + facts.build_key(),
                  "make them again: reweave impact OLD " + program + " --json " + flags.icps);
    return set;
  }
  return CollectIcpsAgainst(flags.against, program, ".");
}

}  // namespace

Result<void> SetCapp(const StrategyFlags& flags, ExploreOptions& options) {
  const std::string& name = options.strategy;
  if (name != "capp" && !name.starts_with("capp:")) {
    if (!flags.icps.empty() || flags.select || !flags.search.empty())
      return Fail(ErrorCategory::kUsage, "--icps, --search and --select go with --strategy capp:HEURISTIC", name);
    return {};
  }
  RW_ASSIGN(const Heuristic heuristic, ParseHeuristic(name.substr(std::min(name.size(), std::size_t{5}))));
  if (flags.against.empty() == flags.icps.empty())
    return Fail(ErrorCategory::kUsage, "capp needs to know what changed", name,
                flags.icps.empty() ? "" : "both --against and --icps were given",
                "--against OLD (the program before the change), or --icps FILE (from reweave impact --json)");
  const std::string& program = options.target.program.path;
  RW_ASSIGN(const auto facts, SharedFacts(program));
  RW_ASSIGN(const IcpSet points, PointsFor(flags, *facts, program));
  const auto say = [&](const std::string& text) {
    if (options.message) options.message(text);
  };
  for (const std::string& note : points.notes) say(note);
  if (points.points.empty()) say("no impacted code points: the change does nothing, schedules come in the plain order");
  if (heuristic.match == MatchMode::kField && options.strategy_options.base.granularity == abi::Granularity::kSync)
    say("with --granularity sync the FIELD modes see only atomic operations and locks");
  auto labels = std::make_shared<const CappLabels>(*facts, points);
  options.target.call_marks = labels->Marks(heuristic.portfolio ? MatchMode::kLineOnStack : heuristic.match);
  options.strategy_options.inputs.Set(std::move(labels));
  options.strategy_options.first_iteration_only = flags.select;
  return {};
}

}  // namespace reweave::inline cli
