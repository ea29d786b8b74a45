#include "cli/first_run.h"

#include <fmt/format.h>

#include <set>

#include "base/escape.h"
#include "cli/output.h"
#include "explore/search/first_run.h"
#include "techniques/paths/extract.h"
#include "techniques/pcr/run.h"
#include "trace/file.h"

namespace reweave::inline cli {

Result<void> SetFirstRun(const std::string& file, bool salvage, const std::string& strategy, const Program& program,
                         StrategyOptions& options) {
  const std::string name = strategy.substr(0, strategy.find(':'));
  static const std::set<std::string> kPaths = {"paths", "reach", "tpair"}, kPatterns = {"pcr", "mcr"};
  const bool paths = kPaths.contains(name);
  if (!paths && !kPatterns.contains(name))
    return Fail(ErrorCategory::kUsage, "this strategy does not begin with a recorded run", strategy, {},
                "leave --from out, or use one of: paths, reach, tpair, pcr, mcr");
  RW_ASSIGN(TraceFile recorded, ReadTrace(file, salvage));
  if (!recorded.problem.empty()) Message(fmt::format("{}: salvaged the part before {}", EscapeLine(file), recorded.problem));
  if (recorded.info.build_key != program.build_key)
    return Fail(
        ErrorCategory::kUsage, "cannot begin with this run", file,
        fmt::format("byte 16: it is of build {}, but {} is build {}", recorded.info.build_key, program.path, program.build_key),
        fmt::format("record it again: reweave trace --strategy {} -o {} -- {}", name, file, program.path));
  if (paths) {
    if (const std::string problem = paths::Unusable(recorded.trace); !problem.empty())
      return Fail(ErrorCategory::kUsage, "cannot begin with this run", file, problem,
                  fmt::format("record it again: reweave trace --strategy paths -o {} -- {}", file, program.path));
  } else if (const auto run = pcr::Run::Make(recorded.trace); !run) {
    return Fail(ErrorCategory::kUsage, "cannot begin with this run", file, run.error().ToString(),
                fmt::format("record it again: reweave trace --strategy pcr -o {} -- {}", file, program.path));
  }
  auto first = std::make_shared<FirstRun>();
  first->trace = std::make_shared<const Trace>(std::move(recorded.trace));
  options.inputs.Set(std::shared_ptr<const FirstRun>(std::move(first)));
  return {};
}

}  // namespace reweave::inline cli
