// Explorations of the Mina rendering under one CAPP setting, with every schedule they ran.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "explore/explorer.h"
#include "explore/search/bounded_search.h"
#include "techniques/capp/capp_labels.h"
#include "techniques/capp/capp_partition.h"
#include "techniques/capp/icps.h"

namespace reweave {

inline std::string GoldenProgram(const std::string& name) { return std::string(GOLDEN_PROGRAMS) + "/" + name; }

inline Facts FactsOf(const std::string& name) {
  auto facts = ReadFacts(GoldenProgram(name));
  EXPECT_TRUE(facts) << facts.error().what();
  return std::move(*facts);
}

struct Exploration {
  std::string old_version, new_version, heuristic;
  std::string search = "icb";
  SearchOrder order = SearchOrder::kEarly;
  std::uint64_t seed = 1;
  bool keep_going = false;
  bool select = false;
  std::shared_ptr<const CappLabels> labels = nullptr;  // others than those of the change
  std::optional<std::string> marks = {};               // others than the heuristic's
  std::uint32_t bound = 2;
  std::function<void(const Trace&)> on_schedule = {};
};

inline ExploreResult Search(const Exploration& e) {
  const Facts old_facts = FactsOf(e.old_version), new_facts = FactsOf(e.new_version);
  const auto labels =
      e.labels ? e.labels : std::make_shared<const CappLabels>(new_facts, CollectIcps(ProgramChange(old_facts, new_facts)));
  ExploreOptions options;
  auto program = InspectProgram({GoldenProgram(e.new_version)});
  EXPECT_TRUE(program);
  options.target.program = *program;
  options.choose_isolation = false;
  const Heuristic heuristic = *ParseHeuristic(e.heuristic);
  options.target.call_marks = labels->Marks(heuristic.portfolio ? MatchMode::kLineOnStack : heuristic.match);
  if (e.marks) options.target.call_marks = *e.marks;
  options.strategy_options.bound = e.bound;
  if (e.on_schedule) options.on_schedule = [&](const Plan&, const Trace& trace) { e.on_schedule(trace); };
  options.strategy = "capp:" + e.heuristic;
  options.strategy_options.search = e.search;
  options.strategy_options.order = e.order;
  options.strategy_options.seed = e.seed;
  options.strategy_options.inputs.Set(labels);
  options.strategy_options.first_iteration_only = e.select;
  options.keep_going = e.keep_going;
  options.end_at_counted = true;
  options.minimise = {};
  options.detect = false;
  options.schedules = 100000;
  options.out_dir = std::filesystem::temp_directory_path() / "reweave-capp-test";
  auto result = Explore(options);
  EXPECT_TRUE(result) << result.error().what();
  return std::move(*result);
}

}  // namespace reweave
