// A search by the real engine, with every schedule it made.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "explore/explorer.h"
#include "explore/target/program.h"

namespace reweave {

inline ExploreOptions SearchOptions(const std::string& name, const std::string& strategy) {
  ExploreOptions options;
  auto program = InspectProgram({std::string(GOLDEN_PROGRAMS "/") + name});
  EXPECT_TRUE(program) << program.error().ToString();
  options.target.program = *program;
  options.target.spin = DefaultSpin(1);
  options.strategy = strategy;
  options.keep_going = true;
  options.minimise = {};
  options.schedules = 1'000'000;
  options.out_dir = testing::TempDir() + "/reweave-workers";
  return options;
}

// Threads and outcomes of each schedule in order, and how it ended: how often.
using Schedules = std::map<std::string, int>;

struct Recorded {
  ExploreResult result;
  Schedules schedules;
  std::vector<std::string> in_order;
};

inline std::string TextOf(const Trace& trace) {
  std::string text;
  for (PointWalker walk(trace); walk.Next();) {
    text +=
        std::to_string(walk.event().tid) + (walk.event().outcome != 0 ? "'" + std::to_string(walk.event().outcome) : "") + " ";
  }
  return text + std::string(EndKindName(trace.end_kind()));
}

inline Recorded Record(ExploreOptions options) {
  Recorded out;
  options.on_schedule = [&](const Plan&, const Trace& trace) {
    out.in_order.push_back(TextOf(trace));
    ++out.schedules[out.in_order.back()];
  };
  auto result = Explore(options);
  EXPECT_TRUE(result) << result.error().ToString();
  if (result) out.result = std::move(*result);
  return out;
}

}  // namespace reweave
