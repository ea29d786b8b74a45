#include "techniques/recontest/result.h"

#include <fmt/format.h>

namespace reweave::recontest {

TechniqueReport ReportOf(const Outcome& outcome) {
  TechniqueReport report{.name = "recontest"};
  report.values = {{"accesses", outcome.accesses},
                   {"impacted", outcome.impacted},
                   {"candidates_pta", outcome.candidates_pta},
                   {"candidates_selected", outcome.candidates_selected},
                   {"feasible", outcome.feasible},
                   {"new", outcome.fresh},
                   {"confirmed", outcome.confirmed},
                   {"confirmed_failing", outcome.confirmed_failing},
                   {"diverged", outcome.diverged},
                   {"solver_plans", outcome.solver_plans},
                   {"solver_confirmed", outcome.solver_confirmed},
                   {"blocked", outcome.blocked},
                   {"hands_over", outcome.hands_over},
                   {"flags", outcome.flags}};
  report.lines = {
      fmt::format("the change affects {} of {} shared accesses; {} interleavings are new, {} were confirmed, {} of them fail",
                  outcome.impacted, outcome.accesses, outcome.fresh, outcome.confirmed, outcome.confirmed_failing)};
  if (outcome.hands_over)
    report.lines.push_back(outcome.impacted > 0
                               ? "no order of the affected accesses could be tried: explore with capp:auto or auto"
                               : "synchronisation changed, but one run of each version shows no access that it affects: explore "
                                 "with capp:auto or auto");
  return report;
}

}  // namespace reweave::recontest
