// What work shared through any store promises: nothing is lost, nothing counts twice.
#include "store/work.h"

#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "store/testing.h"
#include "store/testing/postgres_server.h"

namespace reweave::inline store {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds kLong = std::chrono::minutes(5), kOver{0};

class EveryWorkStore : public StoreTest, public testing::WithParamInterface<const char*> {
 protected:
  EveryWorkStore() {
    if (std::string_view(GetParam()) == "PostgreSQL") path_ = PostgresServer::NewDatabase();
  }
  std::unique_ptr<WorkStore> OpenWork() {
    auto store = OpenWorkStore(path_);
    EXPECT_TRUE(store) << store.error().ToString();
    return store ? std::move(*store) : nullptr;
  }
  WorkUnit LeaseOne(WorkStore& store, milliseconds duration = kLong) {
    const auto units = store.Lease("j", "w", duration);
    EXPECT_TRUE(units) << units.error().ToString();
    return units && !units->empty() ? (*units)[0] : WorkUnit{};
  }
  std::multiset<std::string> DoneWork(WorkStore& store) {
    std::multiset<std::string> out;
    EXPECT_TRUE(store.ForEachUnit("j", [&](std::string work, bool done) -> Result<void> {
      if (done) out.insert(std::move(work));
      return {};
    }));
    return out;
  }
};
INSTANTIATE_TEST_SUITE_P(Work, EveryWorkStore, testing::Values("SQLite", "PostgreSQL"),
                         [](const auto& info) { return std::string(info.param); });

const WorkJob kJob{.id = "j", .name = "queue\xff", .spec = std::string("s\0pec", 5)};

TEST_P(EveryWorkStore, AJobIsPutOnce) {
  auto store = OpenWork();
  EXPECT_TRUE(*store->PutJob(kJob, {"a"}));
  EXPECT_FALSE(*store->PutJob(kJob, {"b"}));
  const auto job = store->FindJob("j");
  ASSERT_TRUE(job && *job);
  EXPECT_EQ((*job)->name, kJob.name);
  EXPECT_EQ((*job)->spec, kJob.spec);
  EXPECT_EQ((*store->Status("j"))->open, 1);
  EXPECT_EQ(*store->FindJob("none"), std::nullopt);
  EXPECT_EQ(store->Jobs()->size(), 1u);
  ASSERT_TRUE(store->EndJob("j", JobState::kFailed));
  ASSERT_TRUE(store->EndJob("j", JobState::kDone));
  EXPECT_EQ((*store->FindJob("j"))->state, JobState::kFailed) << "the first reason stays";
  ASSERT_TRUE(store->RemoveJob("j"));
  EXPECT_EQ(*store->FindJob("j"), std::nullopt);
}

TEST_P(EveryWorkStore, AUnitIsLeasedToOneAtATime) {
  auto store = OpenWork(), other = OpenWork();
  ASSERT_TRUE(store->PutJob(kJob, {"a", "b"}));
  const WorkUnit first = LeaseOne(*store), second = LeaseOne(*other);
  EXPECT_NE(first.id, second.id);
  EXPECT_NE(first.work, second.work);
  EXPECT_TRUE(store->Lease("j", "w", kLong)->empty());
  EXPECT_TRUE(*store->Finish("j", first, "done " + first.work));
  EXPECT_FALSE(*store->Finish("j", first, "again")) << "a result counts once";
  EXPECT_TRUE(*other->GiveBack("j", second, "half"));
  EXPECT_EQ(LeaseOne(*store).work, "half");
  EXPECT_EQ(DoneWork(*store), (std::multiset<std::string>{"done " + first.work}));
}

TEST_P(EveryWorkStore, ALeaseThatRanOutIsSomebodyElses) {
  auto store = OpenWork();
  ASSERT_TRUE(store->PutJob(kJob, {"a"}));
  const WorkUnit lost = LeaseOne(*store, kOver);
  EXPECT_TRUE(*store->Keep("j", lost, "a1", {}, kOver)) << "until somebody takes it";
  usleep(5000);
  const WorkUnit taken = LeaseOne(*store);
  EXPECT_EQ(taken.id, lost.id);
  EXPECT_EQ(taken.work, "a1") << "from what was kept last";
  EXPECT_EQ(taken.tries, 2);
  EXPECT_FALSE(store->Beat("j", lost, kLong)->held);
  EXPECT_FALSE(*store->Keep("j", lost, "wrong", {"wrong part"}, kLong));
  EXPECT_FALSE(*store->Finish("j", lost, "wrong"));
  EXPECT_FALSE(*store->GiveBack("j", lost, "wrong"));
  EXPECT_FALSE(*store->Restart("j", lost, "wrong"));
  EXPECT_TRUE(store->Beat("j", taken, kLong)->held);
  EXPECT_TRUE(*store->Finish("j", taken, "right"));
  EXPECT_EQ(DoneWork(*store), std::multiset<std::string>{"right"});
  EXPECT_EQ((*store->Status("j"))->open, 0);
}

TEST_P(EveryWorkStore, PartsComeWithWhatIsLeftInOneStep) {
  auto store = OpenWork();
  ASSERT_TRUE(store->PutJob(kJob, {"a"}));
  const WorkUnit unit = LeaseOne(*store);
  EXPECT_TRUE(*store->Keep("j", unit, "rest", {"p", "q"}, kLong));
  EXPECT_TRUE(*store->Keep("j", unit, "rest", {"p", "q"}, kLong)) << "said again: the first answer may have been lost";
  const auto status = *store->Status("j");
  EXPECT_EQ(status->open, 2);
  EXPECT_EQ(status->leased, 1);
  EXPECT_EQ(store->Beat("j", unit, kLong)->open, 2);
}

TEST_P(EveryWorkStore, BeginningAnewMakesAllUnitsVoid) {
  auto store = OpenWork();
  ASSERT_TRUE(store->PutJob(kJob, {"a", "b", "c"}));
  const WorkUnit one = LeaseOne(*store), two = LeaseOne(*store), three = LeaseOne(*store);
  EXPECT_TRUE(*store->Finish("j", one, "x"));
  EXPECT_TRUE(*store->Restart("j", two, "root"));
  EXPECT_FALSE(*store->Restart("j", three, "other root"));
  EXPECT_FALSE(*store->Keep("j", three, "x", {"y"}, kLong));
  EXPECT_FALSE(store->Beat("j", three, kLong)->held);
  EXPECT_EQ((*store->Status("j"))->open, 1);
  const WorkUnit root = LeaseOne(*store);
  EXPECT_EQ(root.work, "root");
  EXPECT_EQ(root.generation, 1);
}

TEST_P(EveryWorkStore, AJobThatWasStoppedGivesNoWork) {
  auto store = OpenWork();
  ASSERT_TRUE(store->PutJob(kJob, {"a", "b"}));
  const WorkUnit unit = LeaseOne(*store);
  ASSERT_TRUE(store->EndJob("j", JobState::kStopped));
  EXPECT_TRUE(*store->GiveBack("j", unit, "half"));
  EXPECT_TRUE(store->Lease("j", "w", kLong)->empty());
  ASSERT_TRUE(store->ReopenJob("j"));
  EXPECT_EQ(store->Lease("j", "w", kLong, 2)->size(), 2u);
}

TEST_P(EveryWorkStore, AJobIsCompleteOnlyIfNoUnitIsLeft) {
  auto store = OpenWork();
  ASSERT_TRUE(store->PutJob(kJob, {"a"}));
  EXPECT_FALSE(*store->CompleteJob("j", 0)) << "open";
  const WorkUnit unit = LeaseOne(*store);
  EXPECT_FALSE(*store->CompleteJob("j", 0)) << "leased";
  EXPECT_TRUE(*store->Restart("j", unit, "root"));
  EXPECT_FALSE(*store->CompleteJob("j", 0)) << "it has begun anew: who counted the units before must look again";
  EXPECT_EQ((*store->FindJob("j"))->state, JobState::kRunning);
  EXPECT_TRUE(*store->Finish("j", LeaseOne(*store), "done"));
  EXPECT_FALSE(*store->CompleteJob("j", 0));
  EXPECT_TRUE(*store->CompleteJob("j", 1));
  EXPECT_EQ((*store->FindJob("j"))->state, JobState::kDone);
  EXPECT_FALSE(*store->CompleteJob("j", 1)) << "not running any more";
}

// A location that turns out to be shared begins the search anew while idle workers look whether anything is left.
TEST_P(EveryWorkStore, AJobThatBeginsAnewNeverSeemsToHaveNothingLeft) {
  auto store = OpenWork();
  ASSERT_TRUE(store->PutJob(kJob, {"a"}));
  std::atomic<bool> over = false;
  std::atomic<int> looks = 0, nothing_left = 0;
  std::jthread looking([&] {
    const auto own = OpenWork();
    for (; !over; ++looks) {
      const auto status = own->Status("j");
      if (status && *status && (*status)->open + (*status)->leased == 0) ++nothing_left;
    }
  });
  while (looks == 0) usleep(100);
  for (int i = 0; i < 300; ++i) EXPECT_TRUE(*store->Restart("j", LeaseOne(*store), std::to_string(i)));
  over = true;
  looking.join();
  EXPECT_EQ(nothing_left, 0) << "of " << looks;
}

TEST_P(EveryWorkStore, FindingsAndWorkersAreKnownAtOnce) {
  auto store = OpenWork(), other = OpenWork();
  ASSERT_TRUE(store->PutJob(kJob, {"a"}));
  ASSERT_TRUE(store->AddFinding("j", {"f1", "finding", std::string("rws\0", 4)}));
  ASSERT_TRUE(store->AddFinding("j", {"f1", "again", "x"}));
  ASSERT_TRUE(store->AddFinding("j", {"f2", "second", "y"}));
  const auto found = *other->Findings("j", {"f2"});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].finding, "finding");
  EXPECT_EQ(found[0].schedule, std::string("rws\0", 4));
  ASSERT_TRUE(store->Report("j", {.id = "w1", .node = "n1", .state = "idle"}));
  ASSERT_TRUE(store->Report("j", {.id = "w1", .node = "n1", .state = "busy", .units = 3, .schedules = 70}));
  ASSERT_TRUE(store->Report("j", {.id = "w2", .node = "n2", .state = "idle"}));
  const auto status = *other->Status("j");
  ASSERT_EQ(status->workers.size(), 2u);
  EXPECT_EQ(status->workers[0].schedules, 70);
  EXPECT_EQ(other->Beat("j", LeaseOne(*store), kLong)->idle, 1);
}

TEST_P(EveryWorkStore, JobsDoNotDisturbEachOther) {
  auto store = OpenWork();
  WorkJob second = kJob;
  second.id = "k";
  ASSERT_TRUE(store->PutJob(kJob, {"a"}));
  ASSERT_TRUE(store->PutJob(second, {"a"}));
  const WorkUnit unit = LeaseOne(*store);
  EXPECT_EQ(store->Lease("k", "w", kLong)->size(), 1u);
  EXPECT_TRUE(*store->Restart("j", unit, "root"));
  EXPECT_EQ((*store->Status("k"))->leased, 1);
  ASSERT_TRUE(store->EndJob("j", JobState::kStopped));
  ASSERT_TRUE(store->RemoveJob("j"));
  EXPECT_EQ((*store->FindJob("k"))->state, JobState::kRunning);
}

// Many at once: each unit divides itself until it is small; leases run out all the time.
TEST_P(EveryWorkStore, EverythingIsDoneExactlyOnce) {
  constexpr int kSize = 64, kThreads = 4;
  auto store = OpenWork();
  ASSERT_TRUE(store->PutJob(kJob, {"0 64"}));
  std::atomic<int> failures = 0;
  const auto work = [&](unsigned seed) {
    auto own = OpenWork();
    for (int turn = 0;; ++turn) {
      const auto units = own->Lease("j", "w", milliseconds((seed + static_cast<unsigned>(turn)) % 5 == 0 ? 0 : 300000), 2);
      if (!units) ++failures;
      if (!units || units->empty()) {
        const auto status = own->Status("j");
        if (!status || ((*status)->open == 0 && (*status)->leased == 0)) return;
        usleep(2000);
        continue;
      }
      for (const WorkUnit& unit : *units) {
        int from = 0, to = 0;
        std::sscanf(unit.work.c_str(), "%d %d", &from, &to);
        WorkUnit mine = unit;
        while (to - from > 1) {
          const int middle = (from + to) / 2;
          const auto kept = own->Keep("j", mine, std::to_string(from) + " " + std::to_string(middle),
                                      {std::to_string(middle) + " " + std::to_string(to)}, milliseconds(300000));
          if (!kept) ++failures;
          if (!kept || !*kept) break;
          to = middle;
        }
        if (to - from == 1 && !own->Finish("j", mine, std::to_string(from))) ++failures;
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  }
  EXPECT_EQ(failures, 0);
  std::multiset<std::string> wanted;
  for (int i = 0; i < kSize; ++i) wanted.insert(std::to_string(i));
  EXPECT_EQ(DoneWork(*store), wanted);
}

}  // namespace
}  // namespace reweave::inline store
