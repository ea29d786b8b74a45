#include "techniques/pcr/report.h"

#include <fmt/format.h>

namespace reweave::pcr {

TechniqueReport ReportOf(const Search& search, const std::string& name) {
  const SearchCounts& c = search.counts();
  const SolveCounts& s = search.solving();
  const detect::Denominators possible = search.Possible();
  const std::uint64_t covered = search.covered().patterns();
  std::uint64_t infeasible = 0, unknown = 0;
  const std::uint64_t open = search.Open();
  for (const auto& [key, attempt] : search.attempts()) {
    if (search.covered().Covers(key)) continue;
    if (attempt.fate == Search::Fate::kInfeasible) ++infeasible;
    else if (attempt.fate == Search::Fate::kUnknown) ++unknown;
  }
  TechniqueReport report{.name = name};
  const double ms = s.closure_ms + s.z3_ms;
  report.values = {
      {"tc", possible.tc},
      {"tc_ordered", possible.tc_ordered},
      {"variables", c.variables},
      {"covered", covered},
      {"infeasible", infeasible},
      {"undecided", unknown},
      {"open", open},
      {"left", std::uint64_t{search.left()}},
      {"runs", c.runs},
      {"proposed", c.proposed},
      {"candidates", c.candidates},
      {"dropped", TechniqueReport::Counts{{"not_impacted", c.dropped[0]},
                                          {"undefined", c.dropped[1]},
                                          {"covered", c.dropped[2]},
                                          {"before", c.dropped[3]},
                                          {"old_state", c.dropped[4]},
                                          {"interrupted", c.dropped[5]},
                                          {"redundant", c.dropped[6]},
                                          {"lock", c.dropped[7]}}},
      {"solved", s.solved},
      {"possible", s.possible},
      {"unsat", s.unsat},
      {"unknown", s.unknown},
      {"avoided_by_cores", s.avoided},
      {"cores", std::uint64_t{search.solver().cores().size()}},
      {"by_closure", s.closure},
      {"by_z3", s.z3},
      {"largest", s.largest},
      {"solver_ms", ms},
      {"schedules", c.schedules},
      {"same_class", c.duplicates},
      {"covered_meanwhile", c.late_covered},
      {"result_intended", c.intended},
      {"result_other_instance", c.other_instance},
      {"result_diverged", c.missed_diverged},
      {"result_missed", c.missed},
      {"result_crashed_before", c.crashed_before},
      {"result_timeout", c.timeout},
      {"other_paths", c.other_paths},
      {"retries", c.retries},
      {"unstable_keys", c.unstable_keys},
      {"capped", c.capped + s.capped},
      {"carried", c.carried},
      {"equivalent_runs", c.equivalent},
      {"long_runs", c.long_runs},
      {"windows", c.windows},
      {"unexplained_reads", c.unexplained},
      {"refused_runs", c.refused},
      {"memory_model", std::string("sequential consistency")},
  };
  if (possible.tc == 0) {
    report.lines = {kNothingShared};
    return report;
  }
  // mcr solves for values of reads: what became of those says nothing about patterns.
  const std::string fates = fmt::format("{} shown infeasible, {} undecided, {} left", infeasible, unknown, open);
  report.lines = {fmt::format("{} patterns are possible by estimate in {} variable{}; {} covered{}{}; {} run{}, {} solved "
                              "(calls: closure {}, Z3 {}), {:.1f} ms "
                              "solving",
                              possible.tc, c.variables, c.variables == 1 ? "" : "s", covered,
                              search.goal() == Goal::kValues ? "; other values of reads: " : ", ", fates, c.runs,
                              c.runs == 1 ? "" : "s", s.solved, s.closure, s.z3, ms)};
  if (c.capped + s.capped != 0)
    report.lines.push_back(fmt::format("{} candidates were left out: the runs are too long to look at all", c.capped + s.capped));
  if (c.carried != 0)
    report.lines.push_back(fmt::format("{} of these patterns {} in runs of the old version: the others came first", c.carried,
                                       c.carried == 1 ? "was" : "were"));
  if (c.long_runs != 0)
    report.lines.push_back(fmt::format("{} long {} looked at in {} windows of {} events: patterns over their borders were not "
                                       "looked for, and what is before a window stays as it was",
                                       c.long_runs, c.long_runs == 1 ? "run was" : "runs were", c.windows, kWindowEvents));
  if (c.unstable_keys != 0)
    report.lines.push_back(fmt::format("{} pattern{} given up: runs that should show {} went elsewhere", c.unstable_keys,
                                       c.unstable_keys == 1 ? " was" : "s were", c.unstable_keys == 1 ? "it" : "them"));
  return report;
}

}  // namespace reweave::pcr
