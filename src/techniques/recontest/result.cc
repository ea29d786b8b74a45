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
                   {"blocked", outcome.blocked},
                   {"flags", outcome.flags}};
  report.lines = {
      fmt::format("the change affects {} of {} shared accesses; {} interleavings are new, {} were confirmed, {} of them fail",
                  outcome.impacted, outcome.accesses, outcome.fresh, outcome.confirmed, outcome.confirmed_failing)};
  return report;
}

}  // namespace reweave::recontest
