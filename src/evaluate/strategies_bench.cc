#include "evaluate/strategies_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/interrupt.h"
#include "evaluate/cpu_time.h"
#include "evaluate/subjects.h"
#include "explore/explorer.h"

namespace reweave::inline evaluate {

namespace {

Result<StrategyMeasure> Measure(const std::string& program, const std::string& strategy, const StrategiesBenchOptions& bench) {
  ExploreOptions options;
  RW_ASSIGN(options.target.program, InspectProgram({program}));
  options.strategy = strategy;
  options.schedules = bench.limit, options.time = bench.time;
  options.minimise = {};
  options.stop_on = {"race"};
  options.out_dir = bench.work_dir + "/schedules";
  const double cpu = CpuMs();
  RW_ASSIGN(const ExploreResult result, Explore(options));
  StrategyMeasure out{.found = !result.findings.empty(), .ended = result.exhausted, .schedules = result.schedules};
  for (const Finding& finding : result.findings) out.schedules = std::min(out.schedules, finding.first_schedule);
  out.cpu_ms = CpuMs() - cpu;
  return out;
}

// What the search costs that runs `first` until it has nothing left or `most` schedules, then `auto`.
double Together(const StrategyMeasure& first, const StrategyMeasure& rest, std::uint64_t most, bool cpu) {
  const double cost = cpu ? first.cpu_ms : static_cast<double>(first.schedules);
  if (first.found && first.schedules <= most) return cost;
  const double spent = first.schedules == 0 ? 0 : std::min(1.0, static_cast<double>(most) / static_cast<double>(first.schedules));
  return spent * cost + (cpu ? rest.cpu_ms : static_cast<double>(rest.schedules));
}

std::string Cell(const StrategyMeasure& m) { return fmt::format("{}{}", m.found ? "" : m.ended ? "none in " : ">", m.schedules); }

}  // namespace

const std::vector<std::string>& ComparedStrategies() {
  static const std::vector<std::string> kNames = {"auto", "paths", "pcr", "dpor", "random"};
  return kNames;
}

Result<std::vector<StrategiesRow>> RunStrategiesBench(const StrategiesBenchOptions& options) {
  std::vector<StrategiesRow> rows;
  for (const std::string& directory : options.subjects) {
    RW_ASSIGN(const std::vector<Subject> subjects, ReadSubjects(directory));
    const std::string group = std::filesystem::path(directory).filename().string();
    for (const Subject& subject : subjects) {
      if (Interrupted()) return rows;
      if (!options.only.empty() && std::ranges::find(options.only, subject.name) == options.only.end()) continue;
      RW_ASSIGN(const BuiltSubject built, BuildSubject(subject, options.driver, options.work_dir + "/" + group));
      StrategiesRow& row = rows.emplace_back(StrategiesRow{.group = group, .name = subject.name});
      for (const std::string& strategy : ComparedStrategies()) {
        if (options.progress) options.progress(fmt::format("{}/{}, {}", group, subject.name, strategy));
        RW_ASSIGN(const StrategyMeasure measure, Measure(built.new_program, strategy, options));
        row.strategies.push_back(measure);
      }
    }
  }
  return rows;
}

std::string StrategiesMarkdown(const std::vector<StrategiesRow>& rows, const StrategiesBenchOptions& options) {
  const auto& names = ComparedStrategies();
  std::string out =
      fmt::format("## Schedules to the first failure or race of the bundled regressions\n\nMade by `reweave bench strategies`. A "
                  "search ends after {} schedules or {} s: `>n` says that it found nothing until then, `none in n` that it had "
                  "nothing left to try.\n\n| regression |",
                  options.limit, std::chrono::duration_cast<std::chrono::seconds>(options.time).count());
  for (const std::string& name : names) out += fmt::format(" {} |", name);
  out += "\n|---|";
  for (std::size_t i = 0; i < names.size(); ++i) out += "---|";
  out += "\n";
  for (const StrategiesRow& row : rows) {
    out += fmt::format("| {}/{} |", row.group, row.name);
    for (const StrategyMeasure& m : row.strategies) out += fmt::format(" {} |", Cell(m));
    out += "\n";
  }
  out += "\n| | found | sum of schedules | sum of processor ms |\n|---|---|---|---|\n";
  const auto line = [&](const std::string& name, auto found, auto schedules, auto cpu) {
    std::size_t count = 0;
    double runs = 0, ms = 0;
    for (const StrategiesRow& row : rows) count += found(row), runs += schedules(row), ms += cpu(row);
    out += fmt::format("| {} | {} of {} | {:.0f} | {:.0f} |\n", name, count, rows.size(), runs, ms);
  };
  for (std::size_t s = 0; s < names.size(); ++s)
    line(
        names[s], [s](const StrategiesRow& r) { return r.strategies[s].found; },
        [s](const StrategiesRow& r) { return static_cast<double>(r.strategies[s].schedules); },
        [s](const StrategiesRow& r) { return r.strategies[s].cpu_ms; });
  for (const std::size_t first : {std::size_t{1}, std::size_t{2}})
    for (const std::uint64_t most : {16u, 64u})
      line(
          fmt::format("{} for at most {} schedules, then auto", names[first], most),
          [=](const StrategiesRow& r) {
            return r.strategies[0].found || (r.strategies[first].found && r.strategies[first].schedules <= most);
          },
          [=](const StrategiesRow& r) { return Together(r.strategies[first], r.strategies[0], most, false); },
          [=](const StrategiesRow& r) { return Together(r.strategies[first], r.strategies[0], most, true); });
  return out;
}

std::string StrategiesCsv(const std::vector<StrategiesRow>& rows) {
  std::string out = "group,name,strategy,found,ended,schedules,cpu_ms\n";
  for (const StrategiesRow& row : rows)
    for (std::size_t s = 0; s < row.strategies.size(); ++s)
      out += fmt::format("{},{},{},{},{},{},{:.2f}\n", row.group, row.name, ComparedStrategies()[s], row.strategies[s].found,
                         row.strategies[s].ended, row.strategies[s].schedules, row.strategies[s].cpu_ms);
  return out;
}

}  // namespace reweave::inline evaluate
