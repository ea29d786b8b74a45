// The comparison of strategies as tables.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "evaluate/strategies_bench.h"

namespace reweave::inline evaluate {

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};
constexpr std::uint64_t kLeastOfCheck = 100;  // schedules of capp before auto, as check makes them

std::size_t Number(std::string_view name) {
  const auto& all = ComparedStrategies();
  const auto found = std::ranges::find_if(all, [&](const ComparedStrategy& s) { return s.name == name; });
  return static_cast<std::size_t>(found - all.begin());
}

double Mean(const std::vector<StrategyMeasure>& measures, auto value) {
  double sum = 0;
  for (const StrategyMeasure& m : measures) sum += static_cast<double>(value(m));
  return measures.empty() ? 0 : sum / static_cast<double>(measures.size());
}

std::string Cell(const std::vector<StrategyMeasure>& measures, std::uint64_t StrategyMeasure::* goal) {
  if (measures.empty()) return "";
  const auto missed = std::ranges::count(measures, 0u, goal);
  if (missed == static_cast<std::ptrdiff_t>(measures.size()))
    return fmt::format("{}{:.0f}", std::ranges::all_of(measures, &StrategyMeasure::ended) ? "none in " : ">",
                       Mean(measures, [](const StrategyMeasure& m) { return m.schedules; }));
  return fmt::format("{}{:.1f}", missed != 0 ? ">" : "",
                     Mean(measures, [&](const StrategyMeasure& m) { return m.*goal != 0 ? m.*goal : m.schedules; }));
}

bool AnyFails(const StrategiesRow& row, std::uint64_t StrategyMeasure::* goal) {
  return std::ranges::any_of(row.strategies, [&](const auto& measures) {
    return std::ranges::any_of(measures, [&](const StrategyMeasure& m) { return m.*goal != 0; });
  });
}

std::string Table(const std::vector<StrategiesRow>& rows, const std::string& title, std::uint64_t StrategyMeasure::* goal) {
  std::string out = fmt::format("\n## {}\n\n| regression |", title), empty;
  for (const ComparedStrategy& s : ComparedStrategies()) out += fmt::format(" {} |", s.name);
  out += "\n|---|";
  for (std::size_t i = 0; i < ComparedStrategies().size(); ++i) out += "---|";
  out += "\n";
  std::size_t shown = 0;
  for (const StrategiesRow& row : rows) {
    if (!AnyFails(row, goal)) {
      empty += fmt::format("{}{}/{}", empty.empty() ? "" : ", ", row.group, row.name);
      continue;
    }
    ++shown;
    out += fmt::format("| {}/{} |", row.group, row.name);
    for (const auto& measures : row.strategies) out += fmt::format(" {} |", Cell(measures, goal));
    out += "\n";
  }
  if (!empty.empty()) out += fmt::format("\nNo search shows one: {}.\n", empty);
  return shown == 0 ? fmt::format("\n## {}\n\nNo search shows one.\n", title) : out;
}

struct Sequence {
  std::string name;
  std::vector<SequencePhase> phases;
};

struct Sum {
  std::size_t found = 0, all = 0;
  double schedules = 0, cpu = 0;
  std::size_t fewer = 0, more = 0;  // rows, against the first of the sequences
};

// Over the regressions that some search shows, summed; means over seeds.
Sum SumOf(const std::vector<StrategiesRow>& rows, const Sequence& sequence, const Sequence& first, bool failure,
          std::size_t seeds) {
  Sum sum;
  for (const StrategiesRow& row : rows) {
    if (!AnyFails(row, failure ? &StrategyMeasure::failure : &StrategyMeasure::finding)) continue;
    double own = 0, others = 0;
    for (std::size_t seed = 0; seed < seeds; ++seed) {
      const SequenceCost cost = CostOf(row, sequence.phases, seed, failure), other = CostOf(row, first.phases, seed, failure);
      sum.found += cost.found, ++sum.all;
      sum.schedules += static_cast<double>(cost.schedules) / static_cast<double>(seeds);
      sum.cpu += cost.cpu_ms / static_cast<double>(seeds);
      own += static_cast<double>(cost.schedules), others += static_cast<double>(other.schedules);
    }
    sum.fewer += own<others, sum.more += own> others;
  }
  return sum;
}

std::string SequenceTable(const std::vector<StrategiesRow>& rows, const std::string& title,
                          const std::vector<Sequence>& sequences, std::size_t seeds) {
  std::string out = fmt::format(
      "\n## {}\n\n| searches, one after the other | first finding: shown | schedules | fewer, more on | first failure: shown | "
      "schedules | fewer, more on | processor ms |\n|---|---|---|---|---|---|---|---|\n",
      title);
  for (const Sequence& sequence : sequences) {
    const Sum finding = SumOf(rows, sequence, sequences[0], false, seeds),
              failure = SumOf(rows, sequence, sequences[0], true, seeds);
    out += fmt::format("| {} | {} of {} | {:.0f} | {}, {} | {} of {} | {:.0f} | {}, {} | {:.0f} |\n", sequence.name,
                       finding.found, finding.all, finding.schedules, finding.fewer, finding.more, failure.found, failure.all,
                       failure.schedules, failure.fewer, failure.more, failure.cpu);
  }
  return out;
}

}  // namespace

std::string StrategiesMarkdown(const std::vector<StrategiesRow>& rows, const StrategiesBenchOptions& options) {
  std::string out = fmt::format(
      "# Strategies on the bundled regressions\n\nMade by `reweave bench strategies`. Each search looks for the first failure of "
      "the faulty version; races and atomicity findings on the way are findings, too. Means of {} seeds. A search ends after {} "
      "schedules or {} s: `>n` "
      "says that it showed nothing until then (with some seed, if n is a fraction or other cells of the row are smaller), `none "
      "in "
      "n` that it had nothing left to try. An empty cell: there is no older version, or its run cannot be compared.\n",
      options.seeds, options.limit, std::chrono::duration_cast<std::chrono::seconds>(options.time).count());
  out += Table(rows, "Schedules to the first failure", &StrategyMeasure::failure);
  out += Table(rows, "Schedules to the first finding, races and atomicity included", &StrategyMeasure::finding);
  const auto phase = [](const char* name, std::uint64_t most = kAll) { return SequencePhase{Number(name), most}; };
  const auto seeds = static_cast<std::size_t>(options.seeds);
  std::vector<Sequence> explore = {{"auto", {phase("auto")}}};
  for (const char* first : {"paths", "pcr"})
    for (const std::uint64_t most : {4u, 16u, 64u})
      explore.push_back({fmt::format("{} for at most {} schedules, auto", first, most), {phase(first, most), phase("auto")}});
  for (const char* other : {"random", "dpor", "paths", "pcr"}) explore.push_back({other, {phase(other)}});
  out += SequenceTable(rows, "In auto: one version", explore, seeds);
  std::vector<StrategiesRow> pairs;
  std::ranges::copy_if(rows, std::back_inserter(pairs), &StrategiesRow::compares);
  const SequencePhase capp = phase("capp:auto", kLeastOfCheck);
  std::vector<Sequence> check = {{"recontest, capp, auto (check without either)", {phase("recontest"), capp, phase("auto")}}};
  for (const char* further : {"paths, change first", "pcr, change first"}) {
    for (const std::uint64_t most : {4u, 16u, 64u})
      check.push_back({fmt::format("recontest, {} for at most {}, capp, auto", further, most),
                       {phase("recontest"), phase(further, most), capp, phase("auto")}});
    check.push_back({fmt::format("recontest, capp, {} for at most 64, auto", further),
                     {phase("recontest"), capp, phase(further, 64), phase("auto")}});
    check.push_back({fmt::format("{} for at most 64, capp, auto", further), {phase(further, 64), capp, phase("auto")}});
  }
  check.push_back({"capp, auto", {capp, phase("auto")}});
  out += SequenceTable(pairs, "In check: regressions with an older version that can be compared", check, seeds);
  double start = 0, compare = 0;
  for (const StrategiesRow& row : rows) start += row.start_ms, compare += row.compare_ms;
  if (!rows.empty())
    out += fmt::format("\nStarting a search (probing run, process, one schedule, confirmation) takes {:.1f} ms of processor time "
                       "in the mean, comparing two versions {:.1f} ms. Comparing is not part of the sums.\n",
                       start / static_cast<double>(rows.size()), pairs.empty() ? 0 : compare / static_cast<double>(pairs.size()));
  return out;
}

std::string StrategiesCsv(const std::vector<StrategiesRow>& rows) {
  std::string out = "group,name,strategy,seed,schedules,first_finding,first_failure,ended,cpu_ms,start_ms,compare_ms\n";
  for (const StrategiesRow& row : rows)
    for (std::size_t s = 0; s < row.strategies.size(); ++s)
      for (std::size_t seed = 0; seed < row.strategies[s].size(); ++seed) {
        const StrategyMeasure& m = row.strategies[s][seed];
        out +=
            fmt::format("{},{},\"{}\",{},{},{},{},{},{:.2f},{:.2f},{:.2f}\n", row.group, row.name, ComparedStrategies()[s].name,
                        seed + 1, m.schedules, m.finding, m.failure, m.ended, m.cpu_ms, row.start_ms, row.compare_ms);
      }
  return out;
}

}  // namespace reweave::inline evaluate
