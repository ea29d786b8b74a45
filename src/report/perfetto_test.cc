#include "report/perfetto.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "trace/testing.h"

namespace reweave::inline report {
namespace {

using Json = nlohmann::json;

Trace Run() {
  TraceBuilder build;
  build.Enabled({0, 1}).Create(0, 1, 1).Point(1, abi::EventKind::kBegin, 1).Point(1, abi::EventKind::kLock, 2, 0, 0x10);
  build.Point(0, abi::EventKind::kWrite, 2, 0, 0x40)
      .Point(1, abi::EventKind::kUnlock, 3, 0, 0x10)
      .Point(1, abi::EventKind::kLock, 4, 0, 0x20);
  build.Enabled({0}).Point(0, abi::EventKind::kJoin, 3);
  return build.End(abi::EndKind::kDeadlock);
}

Json Export() {
  return Json::parse(
      PerfettoJson({.command = {"./t <b>"}, .build_key = {}, .tool_version = "1", .isolation = {}, .strategy = {}, .seed = 1},
                   Run(), SiteNames()))["traceEvents"];
}

TEST(Perfetto, ATrackAThread) {
  std::map<int, std::string> tracks;
  for (const Json& event : Export())
    if (event["ph"] == "M" && event["name"] == "thread_name") tracks[event["tid"]] = event["args"]["name"];
  EXPECT_EQ(tracks, (std::map<int, std::string>{{1, "thread 0"}, {2, "thread 0.1"}}));
}

TEST(Perfetto, SlicesAreClosedAndInOrder) {
  std::map<int, int> turns;
  std::map<std::string, double> locks;  // open, by id
  double last = 0;
  int slices = 0, held = 0;
  for (const Json& event : Export()) {
    if (event["ph"] == "M") continue;
    EXPECT_GE(event["ts"].get<double>(), last);
    last = event["ts"];
    const std::string phase = event["ph"];
    const int track = event["tid"];
    slices += phase == "X";
    held += phase == "b";
    if (phase == "X") {
      EXPECT_EQ(turns[track], 1) << event;  // inside its thread's turn
    } else if (phase == "B") {
      EXPECT_EQ(turns[track]++, 0);
    } else if (phase == "E") {
      EXPECT_EQ(--turns[track], 0);
    } else if (phase == "b") {
      EXPECT_TRUE(locks.emplace(event["id"], last).second);
    } else if (phase == "e") {
      ASSERT_TRUE(locks.contains(event["id"]));
      locks.erase(event["id"]);
    }
  }
  EXPECT_EQ(slices, 7);
  EXPECT_EQ(held, 2);
  EXPECT_TRUE(locks.empty());  // also the one that is never released
  for (const auto& [track, open] : turns) EXPECT_EQ(open, 0) << track;
}

TEST(Perfetto, SwitchesAndTheEndAreInstants) {
  std::vector<std::string> names;
  for (const Json& event : Export())
    if (event["ph"] == "i") names.push_back(event["name"]);
  ASSERT_EQ(names.size(), 5u);
  EXPECT_EQ(names[0], "preemption: 0 to 0.1");
  EXPECT_EQ(names[3], "switch: 0.1 to 0");
  EXPECT_TRUE(names[4].starts_with("end: deadlock")) << names[4];
}

}  // namespace
}  // namespace reweave::inline report
