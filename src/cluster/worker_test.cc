// What a worker does when its unit cannot be run to its end: nothing is lost, nothing counts twice.
#include "cluster/worker.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/interrupt.h"
#include "cluster/shared_search.h"
#include "cluster/unit.h"
#include "explore/target/program.h"
#include "store/work.h"

namespace reweave::inline cluster {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

// Passes everything on; `after_keep` sees what was kept.
class WatchedStore : public WorkStore {
 public:
  explicit WatchedStore(WorkStore& store) : store_(store) {}
  std::function<void(const std::string& work, std::size_t parts)> after_keep = [](const auto&, auto) {};
  int leases = 0;
  std::int64_t idle = 0;  // workers that seem to have nothing to do

  Result<bool> PutJob(const WorkJob& job, const std::vector<std::string>& units) override { return store_.PutJob(job, units); }
  Result<std::optional<WorkJob>> FindJob(const std::string& id) override { return store_.FindJob(id); }
  Result<std::vector<WorkJob>> Jobs() override { return store_.Jobs(); }
  Result<void> EndJob(const std::string& id, JobState state) override { return store_.EndJob(id, state); }
  Result<bool> CompleteJob(const std::string& id, std::int64_t generation) override { return store_.CompleteJob(id, generation); }
  Result<void> ReopenJob(const std::string& id) override { return store_.ReopenJob(id); }
  Result<void> RemoveJob(const std::string& id) override { return store_.RemoveJob(id); }
  Result<std::vector<WorkUnit>> Lease(const std::string& job, const std::string& worker, Milliseconds duration,
                                      unsigned most) override {
    if (++leases > 20) return Fail(ErrorCategory::kInternal, "leases without end");
    return store_.Lease(job, worker, duration, most);
  }
  Result<Pulse> Beat(const std::string& job, const WorkUnit& unit, Milliseconds duration) override {
    auto pulse = store_.Beat(job, unit, duration);
    if (pulse) pulse->idle += idle;
    return pulse;
  }
  Result<bool> Keep(const std::string& job, const WorkUnit& unit, const std::string& work, const std::vector<std::string>& parts,
                    Milliseconds duration) override {
    auto kept = store_.Keep(job, unit, work, parts, duration);
    if (kept && *kept) after_keep(work, parts.size());
    return kept;
  }
  Result<bool> Finish(const std::string& job, const WorkUnit& unit, const std::string& work) override {
    return store_.Finish(job, unit, work);
  }
  Result<void> FinishMany(const std::string& job, const std::vector<WorkUnit>& units) override {
    return store_.FinishMany(job, units);
  }
  Result<bool> GiveBack(const std::string& job, const WorkUnit& unit, const std::string& work) override {
    return store_.GiveBack(job, unit, work);
  }
  Result<bool> Restart(const std::string& job, const WorkUnit& unit, const std::string& work) override {
    return store_.Restart(job, unit, work);
  }
  Result<void> ForEachUnit(const std::string& job, const std::function<Result<void>(std::string, bool)>& visit) override {
    return store_.ForEachUnit(job, visit);
  }
  Result<void> AddFinding(const std::string& job, const WorkFinding& finding) override { return store_.AddFinding(job, finding); }
  Result<std::vector<WorkFinding>> Findings(const std::string& job, const std::vector<std::string>& known) override {
    return store_.Findings(job, known);
  }
  Result<void> Report(const std::string& job, const WorkerStatus& worker) override { return store_.Report(job, worker); }
  Result<std::optional<JobStatus>> Status(const std::string& job) override { return store_.Status(job); }

 private:
  WorkStore& store_;
};

class WorkerTest : public testing::Test {
 protected:
  WorkerTest() {
    std::string pattern = (fs::temp_directory_path() / "reweave-worker-XXXXXX").string();
    directory_ = mkdtemp(pattern.data());
    program_ = directory_ / "program";
    fs::copy_file(FAKE_TARGET, program_);
    auto store = OpenWorkStore((directory_ / "work.db").string());
    EXPECT_TRUE(store) << store.error().ToString();
    store_ = std::move(*store);
    options_.strategy = "dfs";
    options_.keep_going = true;
    options_.target.program = *InspectProgram({program_.string(), "pass"});
    options_.out_dir = (directory_ / ".reweave/results").string();
    EXPECT_TRUE(*store_->PutJob({.id = "j", .name = "n", .spec = {}}, *FirstUnits(options_, 1)));
  }
  ~WorkerTest() override { fs::remove_all(directory_); }

  Result<void> Work(WorkStore& store, milliseconds beat = milliseconds(0)) {
    const WorkerSettings settings{.id = "w",
                                  .node = "n",
                                  .beat = beat,
                                  .keep = milliseconds(0),
                                  .split_after = milliseconds(0),
                                  .patience = milliseconds(0)};
    return RunWorker(store, "j", [&](const std::string&) -> Result<ExploreOptions> { return options_; }, settings);
  }
  std::vector<UnitWork> Units() {
    std::vector<UnitWork> out;
    EXPECT_TRUE(store_->ForEachUnit("j", [&](std::string work, bool) -> Result<void> {
      out.push_back(*DecodeUnit(work));
      return {};
    }));
    return out;
  }
  JobState State() { return (*store_->FindJob("j"))->state; }

  fs::path directory_, program_;
  std::unique_ptr<WorkStore> store_;
  ExploreOptions options_;
};

// Ends the processes under test, which are children of this one.
void KillChildren() {
  for (const auto& task : fs::directory_iterator("/proc/self/task")) {
    std::ifstream children(task.path() / "children");
    for (pid_t child; children >> child;) kill(child, SIGKILL);
  }
}

TEST_F(WorkerTest, RunsASearchToItsEnd) {
  ASSERT_TRUE(Work(*store_));
  EXPECT_EQ(State(), JobState::kDone);
  for (const UnitWork& unit : Units()) EXPECT_TRUE(unit.at_end);
}

// What was split off is a unit of its own: a worker that breaks down later must not give back the unit as it leased it.
TEST_F(WorkerTest, AUnitThatCannotBeRunOnIsGivenBackAsItWasKept) {
  WatchedStore watched(*store_);
  watched.idle = 2;
  std::string kept;
  std::size_t split = 0;
  watched.after_keep = [&](const std::string& work, std::size_t parts) {
    kept = work;
    split += parts;
    if (split == 0) return;
    fs::remove(program_);
    KillChildren();
  };
  const auto worked = Work(watched);
  ASSERT_FALSE(worked) << "the program is gone";
  ASSERT_GT(split, 0u);
  const auto units = Units();
  EXPECT_EQ(units.size(), 1 + split);
  const auto failed = std::ranges::find(units, 1u, &UnitWork::errors);
  ASSERT_NE(failed, units.end());
  EXPECT_EQ(failed->state, DecodeUnit(kept)->state);
  EXPECT_EQ((*store_->Status("j"))->leased, 0);
  EXPECT_EQ(State(), JobState::kRunning) << "it may run on another node";
}

// Somebody else stops the search: its workers end, and do not lease what they gave back again and again.
TEST_F(WorkerTest, OneThatIsEndedReportsWhatItDid) {
  options_.strategy = "random";  // has no end
  CatchInterrupts();
  std::thread ends([] {
    std::this_thread::sleep_for(milliseconds(200));
    kill(getpid(), SIGTERM);
  });
  ASSERT_TRUE(Work(*store_, std::chrono::hours(1)));  // it reports once, when it begins
  ends.join();
  ClearInterrupt();
  ASSERT_TRUE(store_->EndJob("j", JobState::kStopped));
  const auto result = ResultOf(options_, "j", *store_);
  ASSERT_TRUE(result) << result.error().ToString();
  const auto status = store_->Status("j");
  ASSERT_EQ((*status)->workers.size(), 1u);
  EXPECT_GT(result->schedules, 0u);
  EXPECT_EQ(static_cast<std::uint64_t>((*status)->workers[0].schedules), result->schedules);
  EXPECT_EQ((*status)->workers[0].state, "idle");
}

TEST_F(WorkerTest, EndsWhenTheSearchIsStopped) {
  WatchedStore watched(*store_);
  watched.idle = 2;
  watched.after_keep = [&](const auto&, auto) { EXPECT_TRUE(store_->EndJob("j", JobState::kStopped)); };
  ASSERT_TRUE(Work(watched));
  EXPECT_EQ(State(), JobState::kStopped);
  EXPECT_EQ(watched.leases, 2) << "the one that was run, and the one that says that there is nothing to do";
  EXPECT_EQ((*store_->Status("j"))->leased, 0);
}

TEST_F(WorkerTest, PreemptedWorkersDoNotCountAsOnesThatCannotRunIt) {
  for (int i = 0; i < 20; ++i) {
    const auto units = store_->Lease("j", "w", std::chrono::minutes(1));
    ASSERT_TRUE(units && units->size() == 1);
    ASSERT_TRUE(*store_->GiveBack("j", (*units)[0], (*units)[0].work));
  }
  fs::remove(program_);
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(Work(*store_));
    EXPECT_EQ(State(), JobState::kRunning) << i;
  }
  EXPECT_FALSE(Work(*store_));
  EXPECT_EQ(State(), JobState::kFailed) << "nobody can run it";
  ASSERT_EQ(store_->Findings("j", {})->size(), 1u);
  EXPECT_EQ((*store_->Findings("j", {}))[0].id, kTroubleId);
}

// A queue: nothing begins until it was looked at a few times.
class LateLauncher : public Launcher {
 public:
  explicit LateLauncher(std::function<void()> work) : work_(std::move(work)) {}
  Result<void> Start() override {
    if (refuses) return Fail(ErrorCategory::kUsage, "no room");
    return {};
  }
  Result<void> Again(const std::vector<unsigned>&) override { return {}; }
  Result<unsigned> Running() override {
    if (++looks_ == 3) worker_ = std::jthread(work_);
    return 1u;
  }
  void Stop() override {}
  std::string Where() const override { return "a queue"; }
  bool outlives() const override { return true; }
  bool refuses = false;

 private:
  std::function<void()> work_;
  int looks_ = 0;  // one a second
  std::jthread worker_;
};

TEST_F(WorkerTest, TimeInAQueueIsNotTheSearchs) {
  options_.time = milliseconds(2500);
  const auto store = OpenWorkStore((directory_ / "work.db").string());
  LateLauncher launcher([&] { EXPECT_TRUE(Work(**store)); });
  const auto result = ExploreShared(options_, {.job = "j", .name = "n", .spec = {}}, *store_, launcher);
  ASSERT_TRUE(result) << result.error().ToString();
  EXPECT_TRUE(result->result.exhausted);
}

TEST_F(WorkerTest, ASearchThatNobodyStartsIsNotSaidToRun) {
  LateLauncher launcher([] {});
  launcher.refuses = true;
  EXPECT_FALSE(ExploreShared(options_, {.job = "new", .name = "n", .spec = {}}, *store_, launcher));
  EXPECT_EQ((*store_->FindJob("new"))->state, JobState::kStopped);
  EXPECT_FALSE(ExploreShared(options_, {.job = "new", .name = "n", .spec = {}}, *store_, launcher)) << "again";
  EXPECT_EQ((*store_->FindJob("new"))->state, JobState::kStopped);
  EXPECT_FALSE(ExploreShared(options_, {.job = "j", .name = "n", .spec = {}}, *store_, launcher));
  EXPECT_EQ(State(), JobState::kRunning) << "others work on it";
}

}  // namespace
}  // namespace reweave::inline cluster
