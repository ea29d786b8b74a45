#include "explore/target/target.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "explore/target/isolation.h"
#include "explore/target/processor_time.h"
#include "explore/target/program.h"

namespace reweave::inline target {
namespace {

using abi::EndKind;
using namespace std::chrono_literals;

TargetOptions Fake(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), FAKE_TARGET);
  TargetOptions options;
  auto program = InspectProgram(arguments);
  EXPECT_TRUE(program) << program.error().ToString();
  options.program = *program;
  options.run_timeout = 300ms;
  return options;
}

Plan Batch(std::uint32_t runs) {
  Plan plan;
  plan.tail = abi::TailPolicy::kRandom;
  plan.runs = runs;
  return plan;
}

std::vector<EndKind> Ends(Target& target, const Plan& plan) {
  EXPECT_TRUE(target.Submit(plan));
  std::vector<EndKind> ends;
  Trace trace;
  for (std::uint32_t i = 0; i < plan.runs; ++i) {
    const auto status = target.NextRun(trace);
    EXPECT_TRUE(status) << status.error().ToString();
    if (!status) break;
    EXPECT_EQ(trace.seed(), plan.seed + i);
    ends.push_back(trace.end_kind());
    if (trace.sequential) break;
  }
  return ends;
}

bool HasChildren() { return waitpid(-1, nullptr, WNOHANG) >= 0; }

TEST(Target, EveryRunOfABatchIsAnsweredInOrder) {
  auto target = *Target::Create(Fake({"pass"}));
  EXPECT_EQ(Ends(*target, Batch(500)), std::vector<EndKind>(500, EndKind::kPass));
  EXPECT_EQ(target->restarts(), 1u);
  EXPECT_EQ(target->runs_in_flight(), 0u);
}

TEST(Target, PreambleIsSharedByAllTracesOfAProcess) {
  auto target = *Target::Create(Fake({"pass"}));
  ASSERT_TRUE(target->Submit(Batch(2)));
  Trace a, b;
  ASSERT_TRUE(target->NextRun(a));
  ASSERT_TRUE(target->NextRun(b));
  ASSERT_TRUE(a.preamble);
  EXPECT_EQ(a.preamble, b.preamble);
  EXPECT_EQ(ModulesOf(b).size(), 1u);
}

TEST(Target, TheProgramHasItsPathEvenIfALibraryRegisteredFirst) {
  auto target = *Target::Create(Fake({"library"}));
  ASSERT_TRUE(target->Submit(Batch(1)));
  Trace trace;
  ASSERT_TRUE(target->NextRun(trace));
  const auto modules = ModulesOf(trace);
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_EQ(modules[0].path, "/lib/first.so");
  EXPECT_EQ(modules[1].path, FAKE_TARGET);
}

TEST(Target, ManyPlansWrapAroundTheRing) {
  TargetOptions options = Fake({"pass"});
  options.sizes = {.plan_bytes = 4096, .trace_slots = 256};
  auto target = *Target::Create(options);
  Plan plan = Batch(1);
  plan.segments.resize(20, {.tid = 0, .kind = {}, .reserved = 0, .until = abi::kUntilTail, .site = 0, .reserved2 = 0});
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(target->Submit(plan));
  Trace trace;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(target->NextRun(trace));
    EXPECT_EQ(trace.end_kind(), EndKind::kPass);
  }
}

TEST(Target, APlanLargerThanTheRingMakesTheRingLarger) {
  TargetOptions options = Fake({"pass"});
  options.sizes = {.plan_bytes = 4096, .trace_slots = 256};
  auto target = *Target::Create(options);
  Plan plan = Batch(1);
  Trace trace;
  ASSERT_TRUE(target->Submit(plan));
  ASSERT_TRUE(target->NextRun(trace));
  plan.segments.resize(200'000, {.tid = 0, .kind = {}, .reserved = 0, .until = abi::kUntilTail, .site = 0, .reserved2 = 0});
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(target->Submit(plan));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(target->NextRun(trace));
    EXPECT_EQ(trace.end_kind(), EndKind::kPass);
  }
}

TEST(Target, ARunLargerThanTheRingArrivesWhole) {
  TargetOptions options = Fake({"many", "100000"});
  options.sizes.trace_slots = 1024;
  auto target = *Target::Create(options);
  Trace trace;
  ASSERT_TRUE(target->Submit(Batch(1)));
  ASSERT_TRUE(target->NextRun(trace));
  EXPECT_GT(trace.events.size(), 100'000u);
  EXPECT_FALSE(trace.truncated);
}

TEST(Target, EventsBeyondTheLimitAreDroppedAndTheTraceSaysSo) {
  TargetOptions options = Fake({"many", "100000"});
  options.keep_events = 5000;
  auto target = *Target::Create(options);
  Trace trace;
  ASSERT_TRUE(target->Submit(Batch(1)));
  ASSERT_TRUE(target->NextRun(trace));
  EXPECT_TRUE(trace.truncated);
  EXPECT_LT(trace.events.size(), 10'000u);
}

TEST(Target, ADeadProcessGivesItsRunAnEndAndTheRestGoesOn) {
  auto target = *Target::Create(Fake({"die", "3"}));
  const auto ends = Ends(*target, Batch(5));
  EXPECT_EQ(ends[2], EndKind::kSignal);
  EXPECT_NE(ends[3], EndKind::kSignal);
  EXPECT_EQ(ends.size(), 5u);
  EXPECT_EQ(target->restarts(), 2u);
}

TEST(Target, LeavingBehindTheRuntimesBackIsAnExit) {
  auto target = *Target::Create(Fake({"exit7", "1"}));
  EXPECT_EQ(Ends(*target, Batch(1)), std::vector{EndKind::kExit});
}

TEST(Target, ADamagedControlBlockCostsTheProcessOneRun) {
  auto target = *Target::Create(Fake({"scribble", "2"}));
  const auto ends = Ends(*target, Batch(3));
  EXPECT_EQ(ends[1], EndKind::kLost);
  EXPECT_NE(ends[2], EndKind::kLost);
}

TEST(Target, WatchdogAsksFirstThenKills) {
  auto polite = *Target::Create(Fake({"slow", "1"}));
  EXPECT_EQ(Ends(*polite, Batch(1)), std::vector{EndKind::kTimeout});
  auto deaf = *Target::Create(Fake({"hang", "1"}));
  EXPECT_EQ(Ends(*deaf, Batch(1)), std::vector{EndKind::kTimeout});
}

TEST(Target, PoolGrowsUntilItIsEnough) {
  auto target = *Target::Create(Fake({"threads", "100"}));
  EXPECT_EQ(Ends(*target, Batch(3)).size(), 3u);
  EXPECT_GE(target->options().pool_threads, 100u);
  auto hopeless = *Target::Create(Fake({"threads", "1000000"}));
  ASSERT_TRUE(hopeless->Submit(Batch(1)));
  Trace trace;
  const auto status = hopeless->NextRun(trace);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().category(), ErrorCategory::kTarget);
}

TEST(Target, FallsBackToAStrongerIsolationIfAllowed) {
  TargetOptions options = Fake({"fork"});
  auto strict = *Target::Create(options);
  EXPECT_EQ(Ends(*strict, Batch(1)), std::vector{EndKind::kUnsupported});
  options.fallback = true;
  auto target = *Target::Create(options);
  EXPECT_NE(Ends(*target, Batch(3))[0], EndKind::kUnsupported);
  EXPECT_EQ(target->isolation(), abi::Isolation::kFork);
  EXPECT_EQ(target->TakeNotes().size(), 1u);
}

TEST(Target, ExecIsolationIsOneProcessARun) {
  TargetOptions options = Fake({"die", "2"});  // never gets to a second run
  options.isolation = abi::Isolation::kExec;
  auto target = *Target::Create(options);
  for (const EndKind end : Ends(*target, Batch(4))) EXPECT_NE(end, EndKind::kSignal);
  EXPECT_EQ(target->restarts(), 4u);
}

TEST(Target, SequentialProgramIsOneTrace) {
  auto target = *Target::Create(Fake({"sequential"}));
  ASSERT_TRUE(target->Submit(Batch(100)));
  Trace trace;
  ASSERT_TRUE(target->NextRun(trace));
  EXPECT_TRUE(trace.sequential);
  EXPECT_EQ(trace.end_kind(), EndKind::kPass);
  EXPECT_EQ(target->runs_in_flight(), 0u);
}

TEST(Target, AProgramThatEndsBeforeItsRuntimeIsAnErrorWithItsOutput) {
  auto target = *Target::Create(Fake({"startfail"}));
  ASSERT_TRUE(target->Submit(Batch(1)));
  Trace trace;
  const auto status = target->NextRun(trace);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().exit_status(), kExitTarget);
  EXPECT_NE(status.error().ToString().find("no luck"), std::string::npos);
}

TEST(Target, NothingIsLeftBehind) {
  {
    TargetOptions options = Fake({"child"});
    auto target = *Target::Create(options);
    Ends(*target, Batch(3));
  }
  EXPECT_FALSE(HasChildren());
}

TEST(Isolation, IsChosenByWhatTheProbingRunSaw) {
  EXPECT_EQ(ChooseIsolation(0).isolation, abi::Isolation::kRewind);
  EXPECT_EQ(ChooseIsolation(abi::kSeenTimer).isolation, abi::Isolation::kFork);
  EXPECT_EQ(ChooseIsolation(abi::kSeenFileChange, abi::Lasting::kDevice).reason,
            "it removes a device or pipe, which is not put back");
  EXPECT_EQ(ChooseIsolation(abi::kSeenTimer | abi::kSeenChild).isolation, abi::Isolation::kExec);
  const auto choice = ProbeIsolation(Fake({"child"}), {});
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->isolation, abi::Isolation::kExec);
}

TEST(Program, WhatIsWrongIsSaid) {
  const auto status = [](std::vector<std::string> command) { return InspectProgram(command).error().exit_status(); };
  EXPECT_EQ(status({}), kExitUsage);
  EXPECT_EQ(status({"/no/such/program"}), kExitUsage);
  EXPECT_EQ(status({"/tmp"}), kExitUsage);
  EXPECT_EQ(status({"/etc/passwd"}), kExitUsage);
  EXPECT_EQ(status({"/usr/bin/ldd"}), kExitUsage);  // a script
  EXPECT_EQ(status({"/bin/true"}), kExitTarget);
  EXPECT_EQ(status({"true"}), kExitTarget);         // found in PATH
}

// A check looks at one program many times; it may have been linked again in between.
TEST(Program, AFileThatChangedIsLookedAtAgain) {
  const std::string path = testing::TempDir() + "inspected";
  std::filesystem::copy_file(FAKE_TARGET, path, std::filesystem::copy_options::overwrite_existing);
  const auto first = InspectProgram({path}), again = InspectProgram({path, "argument"});
  ASSERT_TRUE(first && again);
  EXPECT_EQ(first->build_key, again->build_key);
  EXPECT_EQ(again->command.size(), 2u);
  std::filesystem::copy_file("/bin/true", path, std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(InspectProgram({path}).error().exit_status(), kExitTarget);
  std::filesystem::remove(path);
}

// Ten seconds of the clock are one second of a process's own on a machine with ten at work.
TEST(ProcessorTime, AProcessThatOthersKeepFromRunningIsNotStuck) {
  using std::chrono::seconds;
  EXPECT_TRUE(HadNoTurn(seconds(10), seconds(1), true, seconds(10)));
  EXPECT_FALSE(HadNoTurn(seconds(10), seconds(10), true, seconds(10))) << "it had its time";
  EXPECT_FALSE(HadNoTurn(seconds(10), seconds(0), false, seconds(10))) << "it waits for something that does not come";
  EXPECT_FALSE(HadNoTurn(seconds(100), seconds(1), true, seconds(10))) << "not for ever";
}

TEST(ProcessorTime, OfAProcess) {
  const auto parsed = ParseProcessorTime("7 (a) R (b)) R 1 7 7 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 1 0 5 0 0\n");
  ASSERT_TRUE(parsed);
  EXPECT_TRUE(parsed->wants_more);
  EXPECT_EQ(parsed->used, std::chrono::seconds(1) * 300 / sysconf(_SC_CLK_TCK));
  EXPECT_FALSE(ParseProcessorTime("7 (a) R 1"));
  EXPECT_TRUE(ProcessorTimeOf(getpid())) << "its own";
  EXPECT_FALSE(ProcessorTimeOf(0));
}

}  // namespace
}  // namespace reweave::inline target
