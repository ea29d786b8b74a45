// Signal handlers, objects of unknown layout, names that collide, threads that are held back earlier.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "techniques/recontest/guide.h"
#include "techniques/recontest/impact.h"
#include "techniques/recontest/testing.h"

namespace reweave::recontest {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Verdicts = std::map<std::string, std::string>;

struct Outcome {
  Histories runs;
  Verdicts verdicts;
  std::vector<std::string> in_handlers;
};

template <typename Build>
void Compare(Build&& build, Outcome& out) {
  Script before(0x10000), after(0x9000040);
  build(before, false), before.Finish();
  build(after, true), after.Finish();
  TraceSource old_source(before.trace()), new_source(after.trace());
  Collect({old_source, before}, {new_source, after}, {}, out.runs);
  const auto impact = FindImpact(out.runs, {});
  ASSERT_TRUE(impact.has_value());
  const auto& accesses = out.runs.new_run.accesses;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    if (impact->reasons[i] != 0) out.verdicts[after.NameOf(accesses[i].site)] = ReasonText(impact->reasons[i]);
    if (accesses[i].flags & kInHandler) out.in_handlers.push_back(after.NameOf(accesses[i].site));
  }
}

Script& Two(Script& run) { return run.Create(0, 1, "t1").Create(0, 2, "t2").Begin(1).Begin(2); }

TEST(Handler, ItsAccessesAreTheInterruptedThreadsAndMarked) {
  Outcome out;
  Compare(
      [](Script& run, bool is_new) {
        Two(run).Read(2, "r", "x").Read(2, "s", "y");
        if (is_new) run.Lock(1, "m");
        run.Handler(1, SIGUSR1).Write(1, "h", "x").Call(1, "helper").Write(1, "i", "x").Return(1).Write(1, "j", "x");
        run.HandlerReturns(1, SIGUSR1).Write(1, "w", "y");
        if (is_new) run.Unlock(1, "m");
      },
      out);
  EXPECT_THAT(out.in_handlers, ElementsAre("h", "i", "j"));
  EXPECT_EQ(out.runs.new_run.in_handlers, 3u);
  // What the thread held when it was interrupted, the handler holds.
  EXPECT_EQ(out.verdicts, (Verdicts{{"h", "locks"}, {"i", "locks"}, {"j", "locks"}, {"w", "locks"}}));
}

TEST(Handler, ItIsTheSameWhereverItInterrupts) {
  Outcome out;
  Compare(
      [](Script& run, bool is_new) {
        Two(run).Read(2, "r", "x").Read(2, "s", "y");
        const auto handle = [&] { run.Handler(1, SIGUSR1).Write(1, "h", "x").HandlerReturns(1, SIGUSR1); };
        run.Call(1, "outer").Write(1, "w", "y");
        if (!is_new) handle();
        run.Call(1, "inner");
        if (is_new) handle();
        run.Return(1).Return(1);
      },
      out);
  EXPECT_EQ(out.verdicts.count("h"), 0u) << out.verdicts["h"];
  EXPECT_EQ(out.verdicts.count("w"), 0u) << out.verdicts["w"];
}

TEST(Handler, AJumpOutOfItEndsIt) {
  Outcome out;
  Compare(
      [](Script& run, bool) {
        Two(run).Read(2, "r", "x").Call(1, "f").Handler(1, SIGUSR1).Write(1, "h", "x").Forget(1).Write(1, "w", "x");
      },
      out);
  EXPECT_THAT(out.in_handlers, ElementsAre("h"));
  EXPECT_EQ(out.verdicts, Verdicts());
}

// `y` is accessed by code that does not say which field it is.
void BuildMoved(Script& run, bool is_new, bool named) {
  run.Object("obj", is_new ? std::vector<std::string>{"added", "x", "y"} : std::vector<std::string>{"x", "y"});
  Two(run).Write(1, "w", "obj.x").Read(2, "r", "obj.x").Write(1, "v", "obj.y").Read(2, "s", "obj.y");
  if (!named) run.Describe("v").label = run.Describe("s").label = 0;
}

TEST(Layout, UnknownFieldsOfAResizedObjectAreOffsetsAndTold) {
  Outcome named, unnamed;
  Compare([](Script& run, bool is_new) { BuildMoved(run, is_new, true); }, named);
  EXPECT_FALSE(named.runs.layout_unsafe);
  EXPECT_EQ(named.verdicts, Verdicts());
  Compare([](Script& run, bool is_new) { BuildMoved(run, is_new, false); }, unnamed);
  EXPECT_TRUE(unnamed.runs.layout_unsafe);
  EXPECT_EQ(unnamed.verdicts, (Verdicts{{"v", "location"}, {"s", "location"}}));
}

TEST(Keys, TwoStatementsOfOneNameAreAnErrorNotAPair) {
  const auto fill = [](Histories& runs, History& run, std::uint64_t statement) {
    Access access;
    access.key = {1, 2};
    access.statement = runs.names.statements(statement);
    run.accesses.push_back(access);
    run.epochs.push_back({});
    run.Finish();
    run.objects.emplace_back();
    History::Thread& thread = run.threads.emplace_back();
    thread.states.emplace_back();
    thread.accesses.push_back(0);
    run.orders.Add({}), run.messages.Add({});
  };
  Histories same, other;
  fill(same, same.old_run, 7), fill(same, same.new_run, 7);
  EXPECT_TRUE(FindImpact(same, {}).has_value());
  fill(other, other.old_run, 7), fill(other, other.new_run, 8);
  const auto impact = FindImpact(other, {});
  ASSERT_FALSE(impact.has_value());
  EXPECT_EQ(impact.error().category(), ErrorCategory::kInternal);
  EXPECT_THAT(impact.error().ToString(), HasSubstr("two statements have one name"));
}

TEST(Guide, AThreadHeldEarlierLeavesOthersTheOlderValue) {
  Script run;
  Two(run).Write(1, "w1", "x").Write(1, "w2", "x").Write(1, "w3", "x").Read(2, "r1", "x").Read(2, "r2", "x").Finish();
  const auto& events = run.trace().events;
  const auto number = [&](const char* name) {
    for (std::uint32_t i = 0; i < events.size(); ++i)
      if (events[i].site != 0 && run.NameOf(events[i].site) == name) return i;
    return ~0u;
  };
  const std::vector<std::uint32_t> anchors{number("r1"), number("w3"), number("r2")};
  const auto names = [&](Approach approach) {
    std::vector<std::string> out;
    const auto order = GuidedOrder(run.trace(), anchors, approach);
    if (!order) return out;
    for (std::uint32_t i : *order)
      if (events[i].site != 0 && events[i].kind != abi::EventKind::kCreate) out.push_back(run.NameOf(events[i].site));
    return out;
  };
  EXPECT_THAT(names(Approach::kAsRecorded), ElementsAre("w1", "w2", "r1", "w3", "r2"));
  EXPECT_THAT(names(Approach::kHeldEarlier), ElementsAre("w1", "r1", "w2", "w3", "r2"));
}

}  // namespace
}  // namespace reweave::recontest
