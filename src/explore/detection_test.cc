// What a search makes of the runs it sees, on hand-written runs; confirmation needs a process and is tested with targets.
#include "explore/detection.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "detect/testing.h"

namespace reweave::inline explore {
namespace {

using detect::RunText;
constexpr std::uint64_t kX = 0x1000, kA = 0x2000, kB = 0x2040;

class DetectionTest : public testing::Test {
 protected:
  std::unique_ptr<Detection> Make(const std::string& suppressions = {}) {
    auto made =
        Detection::Create(suppressions, true, names_, [this](const Trace&, const Plan&, const std::vector<ScheduleFor>& wanted) {
          std::vector<std::string> paths;
          for (const auto& [finding, race] : wanted) {
            const bool written = kept_.size() < time_for_;
            if (written) kept_.push_back(std::string(Name(finding->kind)) + (race ? " pair" : ""));
            paths.push_back(written ? "/out/" + finding->id + ".rws" : "");
          }
          return Result<std::vector<std::string>>(paths);
        });
    EXPECT_TRUE(made.has_value());
    return std::move(*made);
  }
  static RunText Racy() {
    RunText run;
    run.Threads(2).Write(1, 10, kX).Read(2, 20, kX);
    return run;
  }

  SiteNames names_;
  std::vector<std::string> kept_;
  std::size_t time_for_ = 1000;  // schedules
};

TEST_F(DetectionTest, ARaceIsOneFindingWithACount) {
  auto detection = Make();
  EXPECT_TRUE(*detection->Observe(Racy().Trace(), Plan{}, 4));
  EXPECT_FALSE(*detection->Observe(Racy().Trace(), Plan{}, 5));
  ExploreResult result;
  detection->Finish(result);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].kind, FindingKind::kRace);
  EXPECT_EQ(result.findings[0].first_schedule, 4u);
  EXPECT_EQ(result.findings[0].occurrences, 2u);
  EXPECT_EQ(kept_, std::vector<std::string>{"race pair"});
  EXPECT_EQ(result.coverage.pairs, 1u);
}

// The run went on after it. What it did until then is the whole failure, whatever came later: nothing must be run again.
TEST_F(DetectionTest, ALockThatIsGivenBackByAnotherThreadIsAFailureOfTheRunThatShowsIt) {
  RunText run;
  run.Threads(2).Lock(0, kX).Unlock(1, kX, 20);
  run.last().outcome = abi::kUnlockNotHeld;
  abi::Event frame{};
  frame.kind = abi::EventKind::kFrame, frame.tid = 1, frame.site = 77, frame.outcome = 1;
  run.Raw(frame);
  std::vector<abi::Event> text;
  AppendTextRecords(text, "a mutex is unlocked that nobody holds", abi::TextStream::kPassed, 1);
  for (const abi::Event& record : text) run.Raw(record);
  const Trace whole = run.Lock(2, kX).Unlock(2, kX, 30).Trace();

  RunAnalyser analyser;
  RunFacts facts;
  analyser.Analyse(whole, facts);
  ASSERT_TRUE(facts.misuse.has_value());
  EXPECT_EQ(whole.events[*facts.misuse].site, 20u);
  EXPECT_EQ(MisuseText(whole, *facts.misuse), "a mutex is unlocked that nobody holds");
  EXPECT_TRUE(Summarize(whole).message.empty() && Summarize(whole).threads[1].frames.empty());  // it is none of the whole run

  const Trace cut = UpToMisuse(whole, *facts.misuse);
  EXPECT_TRUE(cut.failed());
  EXPECT_EQ(cut.end_kind(), abi::EndKind::kMisuse);
  EXPECT_EQ(cut.end().tid, 1u);
  EXPECT_EQ(cut.end().site, 77u);
  EXPECT_EQ(Summarize(cut).message, "a mutex is unlocked that nobody holds");
  EXPECT_EQ(StepsOf(cut).back().site, 20u);
  EXPECT_EQ(StepsOf(cut).size() + 2, StepsOf(whole).size());
  EXPECT_EQ(Summarize(cut).threads[2].pending->kind, abi::EventKind::kLock);  // what it was about to do

  Plan passing;
  passing.flags = abi::kPlanPassMisuse;
  std::vector<std::pair<abi::EndKind, int>> handed;
  HandOver(whole, passing, [&](const Trace& trace, const Plan& plan) { handed.emplace_back(trace.end_kind(), plan.flags); });
  EXPECT_EQ(handed, (std::vector<std::pair<abi::EndKind, int>>{{abi::EndKind::kMisuse, 0}}));
}

// A long run can show hundreds of races, and each schedule takes time to write. What was seen is a finding all the same.
TEST_F(DetectionTest, ARaceForWhichThereWasNoTimeIsAFindingWithoutASchedule) {
  time_for_ = 1;
  auto detection = Make();
  RunText run = Racy();
  run.Write(1, 11, kA).Write(2, 21, kA);
  EXPECT_TRUE(*detection->Observe(run.Trace(), Plan{}, 1));
  EXPECT_EQ(detection->found(), 2u);
  EXPECT_EQ(detection->TakeNews().size(), 2u);
  ExploreResult result;
  detection->Finish(result);
  ASSERT_EQ(result.findings.size(), 2u);
  EXPECT_EQ(std::ranges::count(result.findings, std::string(), &Finding::schedule_file), 1);
}

// Searches over states stop most runs on the way. What only such a run did must not be forgotten.
TEST_F(DetectionTest, AStoppedRunShowsRacesAndCaveats) {
  RunText run = Racy();
  abi::Event hidden{};
  hidden.kind = abi::EventKind::kHiddenState, hidden.tid = 1, hidden.value2 = 1;
  run.Raw(hidden);
  hidden.tid = 2;
  run.Raw(hidden);
  const Trace trace = run.Trace(abi::EndKind::kStopped);
  RunAnalyser analyser;
  RunFacts facts;
  analyser.Analyse(trace, facts);
  EXPECT_EQ(facts.races.size(), 1u);
  EXPECT_EQ(analyser.caveats().Sentences(names_).size(), 1u);
}

// Another process saw the runs: a part of the search on another machine, or the search before it was resumed.
TEST_F(DetectionTest, CaveatsOfOtherProcessesCount) {
  RunText run;
  run.Threads(2).Store(1, 10, kX, std::memory_order_release).Load(2, 11, kX, std::memory_order_acquire);
  auto part = Make();
  ASSERT_TRUE(part->Observe(run.Trace(), Plan{}, 1));
  StateWriter saved;
  saved(part->caveats());
  StateReader in(saved.bytes());
  detect::Caveats read;
  in(read);
  ASSERT_TRUE(in.ok() && in.at_end());
  auto other = Make(), whole = Make();
  other->AddCaveats(read);
  whole->Absorb(*other);
  EXPECT_EQ(whole->caveats().Sentences(names_).size(), 1u);
}

TEST_F(DetectionTest, RunsThatAreNoSchedulesAreNotCounted) {
  auto detection = Make();
  EXPECT_TRUE(*detection->Observe(Racy().Trace(), Plan{}, 0));
  EXPECT_FALSE(*detection->Observe(Racy().Trace(), Plan{}, 3));
  EXPECT_FALSE(*detection->Observe(Racy().Trace(), Plan{}, 0));
  ExploreResult result;
  detection->Finish(result);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].first_schedule, 3u);
  EXPECT_EQ(result.findings[0].occurrences, 1u);
}

TEST_F(DetectionTest, APotentialRaceIsPredictedUntilARunShowsIt) {
  auto detection = Make();
  RunText ordered;
  ordered.Threads(2).Write(1, 10, kX).Lock(1, kA).Unlock(1, kA).Lock(2, kA).Unlock(2, kA).Read(2, 20, kX);
  EXPECT_FALSE(*detection->Observe(ordered.Trace(), Plan{}, 1));
  ExploreResult before;
  Make()->Finish(before);
  EXPECT_TRUE(before.predicted.empty());
  EXPECT_TRUE(*detection->Observe(Racy().Trace(), Plan{}, 7));
  ExploreResult result;
  detection->Finish(result);
  EXPECT_TRUE(result.predicted.empty());
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].first_schedule, 7u);
}
TEST_F(DetectionTest, LockOrderIsPredicted) {
  auto detection = Make();
  RunText run;
  run.Threads(2).Lock(1, kA, 1).Lock(1, kB, 2).Unlock(1, kB).Unlock(1, kA).Lock(2, kB, 3).Lock(2, kA, 4).Unlock(2, kA).Unlock(2,
                                                                                                                              kB);
  EXPECT_FALSE(*detection->Observe(run.Trace(), Plan{}, 1));
  ExploreResult result;
  detection->Finish(result);
  EXPECT_TRUE(result.findings.empty());
  ASSERT_EQ(result.predicted.size(), 1u);
  EXPECT_EQ(result.predicted[0].kind, FindingKind::kDeadlock);
}
TEST_F(DetectionTest, OutcomeTellsAtomicityFromOrder) {
  const auto run = [](bool broken) {
    RunText text;
    text.Threads(2).Load(1, 1, kX, std::memory_order_seq_cst);
    if (broken) text.Store(2, 3, kX, std::memory_order_seq_cst).Store(1, 2, kX, std::memory_order_seq_cst);
    else text.Store(1, 2, kX, std::memory_order_seq_cst).Store(2, 3, kX, std::memory_order_seq_cst);
    return text.Annotate(0, abi::Annotation::kOutcome, 0, broken ? 1 : 2).Trace();
  };
  auto detection = Make();
  ASSERT_TRUE(detection->Observe(run(false), Plan{}, 1).has_value());
  ASSERT_TRUE(detection->Observe(run(true), Plan{}, 2).has_value());
  ExploreResult result;
  detection->Finish(result);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].kind, FindingKind::kAtomicity);
  EXPECT_EQ(result.findings[0].subkind, "P7");
}
TEST_F(DetectionTest, SuppressionsHideAndUnusedOnesAreTold) {
  const std::string path = testing::TempDir() + "/detection_test.supp";
  ASSERT_TRUE(WriteFile(path, "race:nowhere\n", "cannot write").has_value());
  auto detection = Make(path);
  EXPECT_TRUE(*detection->Observe(Racy().Trace(), Plan{}, 1));
  ExploreResult result;
  detection->Finish(result);
  EXPECT_EQ(result.unused_suppressions, std::vector<std::string>{"race:nowhere (line 1)"});
}

}  // namespace
}  // namespace reweave::inline explore
