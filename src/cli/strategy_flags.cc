#include "cli/strategy_flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>

#include "explore/search/bounded_search.h"
#include "facts/reader.h"
#include "techniques/paths/paths_strategy.h"

namespace reweave::inline cli {

void AddStrategyFlags(CLI::App& command, StrategyFlags& flags) {
  std::string strategies = "how schedules are chosen:";
  for (const StrategyEntry& entry : Strategies()) strategies += fmt::format("\n  {}: {}", entry.name, entry.help);
  command.add_option("--strategy", flags.strategy, strategies)->capture_default_str();
  command.add_option("--seed", flags.seed, "seed of all random choices")->capture_default_str();
  command.add_option("--bound", flags.bound,
                     "most preemptions (icb, dpor) or delays (delay) of a schedule, or all (default 2 for icb and delay)");
  command
      .add_option(
          "--order", flags.order,
          "dfs, icb, delay: order of equally cheap schedules: as they were met (early), the last first (deepest), or random")
      ->check(CLI::IsMember({"early", "deepest", "random"}))
      ->capture_default_str();
  command
      .add_option("--state-key", flags.state_key,
                  "stateful searches: compare states by memory, or by the order of dependent steps")
      ->check(CLI::IsMember({"memory", "order"}))
      ->capture_default_str();
  command.add_option("--against", flags.against,
                     "capp, recontest, pcr, paths: the program before the change, built with the driver");
  command.add_option("--icps", flags.icps, "capp: file of impacted code points (reweave impact --json), in place of --against");
  command.add_option("--search", flags.search, "capp: the search that its heuristic orders (default icb)")
      ->check(CLI::IsMember({"icb", "dfs", "stateful-dfs", "stateful-bfs"}));
  command.add_flag("--select", flags.select,
                   "capp: stop after the first iteration, without the schedules that the heuristic postpones");
  command
      .add_option("--paths-mode", flags.paths_mode,
                  "paths: skip only orders that another run shows (default), or choose runs as published (paper)")
      ->check(CLI::IsMember({"default", "paper"}));
  command.add_option("--why", flags.why, "paths: FILE:LINE of a branch; explain why an interleaving can or cannot change it");
  command
      .add_option("--paths-nodes", flags.paths_nodes,
                  "paths: most orders of one run that are considered; beyond that, only single reads and writes are exchanged")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_flag("--no-symmetry", flags.no_symmetry,
                   "dpor, auto: also run the other orders of threads that are interchangeable");
  command.add_option("--depth", flags.depth, "pct: bug depth")->check(CLI::Range(1, 255))->capture_default_str();
}

Result<void> SetPathsSettings(const StrategyFlags& flags, StrategyOptions& options) {
  auto settings = std::make_shared<paths::Settings>();
  settings->paper = flags.paths_mode == "paper";
  settings->node_cap = flags.paths_nodes;
  if (!flags.why.empty()) {
    const auto colon = flags.why.rfind(':');
    const char* begin = flags.why.data() + (colon == std::string::npos ? 0 : colon + 1);
    const char* end = flags.why.data() + flags.why.size();
    const auto [stop, error] = std::from_chars(begin, end, settings->why_line);
    if (colon == std::string::npos || colon == 0 || error != std::errc() || stop != end || settings->why_line == 0)
      return Fail(ErrorCategory::kUsage, "not a place in the source", flags.why, {}, "as FILE:LINE, for example src/pool.cc:906");
    settings->why_file = flags.why.substr(0, colon);
    if (!flags.strategy.starts_with("paths"))
      return Fail(ErrorCategory::kUsage, "--why needs the strategy paths, not", flags.strategy, {}, "add --strategy paths");
  }
  options.inputs.Set(settings);
  return {};
}

namespace {

bool Names(const std::string& file, const std::string& name) { return file == name || file.ends_with("/" + name); }

// Lines of the file that have branches. None: no function of the program is in the file.
std::optional<std::set<std::uint32_t>> BranchLines(const Facts& facts, const std::string& name) {
  std::set<std::uint32_t> lines;
  bool known = false;
  for (const FunctionFacts& function : facts.functions()) {
    known = known || Names(function.position.file, name);
    for (const BranchSite& branch : function.branches)
      for (const SourcePosition* position : {&branch.place.at, &branch.place.user})
        if (Names(position->file, name)) lines.insert(position->line), known = true;
  }
  return known ? std::optional(std::move(lines)) : std::nullopt;
}

std::string Nearest(const std::set<std::uint32_t>& lines, std::uint32_t line) {
  if (lines.empty()) return "no line of this file has a branch";
  std::string text = "branches near it are on line";
  const auto after = lines.lower_bound(line);
  if (after != lines.begin()) text += fmt::format(" {}", *std::prev(after));
  if (after != lines.begin() && after != lines.end()) text += " and";
  if (after != lines.end()) text += fmt::format(" {}", *after);
  return text;
}

}  // namespace

Result<void> CheckWhy(const StrategyFlags& flags, const std::string& program) {
  if (flags.why.empty()) return {};
  const auto colon = flags.why.rfind(':');
  const std::string file = flags.why.substr(0, colon);
  const auto line = static_cast<std::uint32_t>(std::strtoul(flags.why.c_str() + colon + 1, nullptr, 10));
  RW_ASSIGN(const Facts facts, ReadFacts(program));
  const auto lines = BranchLines(facts, file);
  if (lines && !lines->contains(line))
    return Fail(ErrorCategory::kUsage, "no branch on this line", flags.why, {}, Nearest(*lines, line));
  // A library that the program loads may have been made of it.
  if (!lines && !std::filesystem::exists(file))
    return Fail(ErrorCategory::kUsage, "the program was not made of this file", flags.why, {},
                "the name as the compiler got it, or its last parts");
  return {};
}

Result<void> SetStrategyOptions(const StrategyFlags& flags, StrategyOptions& options) {
  options.seed = flags.seed;
  options.pct_depth = static_cast<std::uint8_t>(flags.depth);
  options.order = flags.order == "deepest"  ? SearchOrder::kDeepest
                  : flags.order == "random" ? SearchOrder::kRandom
                                            : SearchOrder::kEarly;
  options.state_key = flags.state_key == "order" ? StateKeyKind::kOrder : StateKeyKind::kMemory;
  if (!flags.search.empty()) options.search = flags.search;
  options.symmetry = !flags.no_symmetry;
  if (flags.bound.empty()) return {};
  std::uint32_t bound = kNoBound;
  const char* end = flags.bound.data() + flags.bound.size();
  const auto [stop, error] = std::from_chars(flags.bound.data(), end, bound);
  if (flags.bound != "all" && (error != std::errc() || stop != end))
    return Fail(ErrorCategory::kUsage, "not a bound", flags.bound, {}, "a number, or all");
  options.bound = flags.bound == "all" ? kNoBound : bound;
  return {};
}

}  // namespace reweave::inline cli
