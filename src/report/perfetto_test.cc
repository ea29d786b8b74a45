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

// --- Arrows --------------------------------------------------------------------------------------------------------------

// Thread 1 waits, thread 0 wakes it while it holds the lock, and gives the lock back.
Json Woken(std::uint64_t woken) {
  using enum abi::EventKind;
  TraceBuilder build;
  build.Enabled({0, 1}).Create(0, 1, 1).Point(1, kBegin, 1).Point(1, kLock, 2, 0, 0x10).Point(1, kUnlock, 3, 0, 0x10);
  build.Point(0, kLock, 2, 0, 0x10).Point(0, kSignal, 3, 0, 0x20);
  Trace trace = build.Point(0, kUnlock, 4, 0, 0x10).Point(1, kWaitEnd, 4, 0, 0x20).End(abi::EndKind::kPass);
  for (abi::Event& event : trace.events) {
    if (event.kind == kSignal) event.value = woken;
    if (event.kind == kWaitEnd) event.value2 = 0x10;  // its mutex
  }
  return Json::parse(
      PerfettoJson({.command = {"./t"}, .build_key = {}, .tool_version = "1", .isolation = {}, .strategy = {}, .seed = 1}, trace,
                   SiteNames()));
}

std::vector<std::string> Arrows(const Json& trace) {
  std::map<std::uint64_t, Json> begun;
  std::vector<std::string> out;
  for (const Json& event : trace["traceEvents"]) {
    if (event["ph"] == "s") begun[event["id"]] = event;
    if (event["ph"] == "f")
      out.push_back(event["name"].get<std::string>() + " " + begun[event["id"]]["tid"].dump() + "-" + event["tid"].dump());
  }
  return out;
}

TEST(Perfetto, ArrowsForCreationWakeUpsAndLocks) {
  EXPECT_EQ(Arrows(Woken(2)),
            (std::vector<std::string>{"creates 1-2", "hands over 0x10 2-1", "wakes 1-2", "hands over 0x10 1-2"}));
  EXPECT_EQ(Arrows(Woken(0)), (std::vector<std::string>{"creates 1-2", "hands over 0x10 2-1", "hands over 0x10 1-2"}));
}

// The fields that the Trace Event Format wants of each phase; an arrow begins and ends inside a slice of its track.
TEST(Perfetto, EveryEventIsAsTheFormatSays) {
  const Json trace = Woken(2);
  EXPECT_EQ(trace["displayTimeUnit"], "ns");
  std::map<std::uint64_t, int> open;
  const auto in_slice = [&](const Json& flow) {
    for (const Json& e : trace["traceEvents"])
      if (e["ph"] == "X" && e["tid"] == flow["tid"] && e["ts"] <= flow["ts"] &&
          flow["ts"] < e["ts"].get<int>() + e["dur"].get<int>())
        return true;
    return false;
  };
  for (const Json& event : trace["traceEvents"]) {
    const std::string phase = event["ph"];
    ASSERT_EQ(phase.size(), 1u);
    EXPECT_NE(std::string("MXBEibesf").find(phase), std::string::npos) << phase;
    EXPECT_TRUE(event["name"].is_string() && event["pid"].is_number_integer() && event["tid"].is_number_integer()) << event;
    if (phase == "M") {
      EXPECT_TRUE(event["args"].is_object());
      continue;
    }
    EXPECT_TRUE(event["ts"].is_number() && event["cat"].is_string()) << event;
    if (phase == "X") EXPECT_TRUE(event["dur"].is_number()) << event;
    if (phase == "i") EXPECT_TRUE(event["s"] == "g" || event["s"] == "p" || event["s"] == "t") << event;
    if (phase == "b" || phase == "e") EXPECT_TRUE(event["id"].is_string()) << event;
    if (phase == "s") EXPECT_EQ(open[event["id"]]++, 0) << event;
    if (phase == "f") EXPECT_EQ(open[event["id"]]++, 1) << event;
    if (phase == "f") EXPECT_EQ(event["bp"], "e");
    if (phase == "s" || phase == "f") EXPECT_TRUE(in_slice(event)) << event;
  }
  for (const auto& [id, seen] : open) EXPECT_EQ(seen, 2) << id;
}

}  // namespace
}  // namespace reweave::inline report
