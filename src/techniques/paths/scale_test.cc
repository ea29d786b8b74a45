// K8: everything but the graph takes time in proportion to the length of a run.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

#include "techniques/paths/extract.h"
#include "techniques/paths/manners.h"
#include "techniques/paths/relevance.h"
#include "trace/testing.h"

namespace reweave::paths {
namespace {

using abi::EventKind;

constexpr unsigned kThreads = 8;

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Eight threads: mostly accesses to memory of their own, branches, and now and then a locked counter of all.
Trace LongTrace(std::size_t events) {
  TraceBuilder trace;
  std::vector<unsigned> ordinal(kThreads, 0);
  std::size_t made = 0;
  for (std::size_t turn = 0; made < events; ++turn) {
    const auto t = static_cast<unsigned>(turn % kThreads);
    for (unsigned i = 0; i < 24; ++i)
      trace.Point(t, i % 3 == 0 ? EventKind::kWrite : EventKind::kRead, ++ordinal[t], 10 + i,
                  0x10000u * (t + 1) + 8 * (turn / 8 % 500 + i));
    for (unsigned i = 0; i < 6; ++i) trace.Add(t, EventKind::kBranch, ordinal[t], 40 + i);
    trace.Point(t, EventKind::kLock, ++ordinal[t], 50, 0x900);
    trace.Point(t, EventKind::kRead, ++ordinal[t], 51, 0x1000);
    trace.Point(t, EventKind::kWrite, ++ordinal[t], 52, 0x1000);
    trace.Point(t, EventKind::kUnlock, ++ordinal[t], 53, 0x900);
    made += 34;
  }
  return trace.End(abi::EndKind::kPass);
}

// A run with five branches that depend on what all threads did before: sums that grow, through memory.
Execution LongRun(std::size_t operations) {
  std::vector<std::uint64_t> names;
  for (unsigned t = 0; t < kThreads; ++t) names.push_back(NameOf("T" + std::to_string(t)));
  RunBuilder run(names);
  run.run().ops.reserve(operations);
  const std::uint32_t total = run.AddVariable(1);
  std::vector<LabelId> sum(kThreads);
  for (std::size_t i = 0; i < operations / 2; ++i) {
    const auto t = static_cast<std::uint16_t>(i % kThreads);
    sum[t] = run.labels().Union(sum[t], run.Read(t, total, 1));
    run.Write(t, total, 2, sum[t]);
    if (i % (operations / 10) == operations / 10 - 1)
      run.Branch(t, static_cast<std::uint32_t>(100 + i / (operations / 10)), 0, sum[t]);
  }
  return run.Finish();
}

struct Cost {
  double extract = 0, relevance = 0;
  long kilobytes = 0;  // at most
};

Cost Measure(std::size_t events) {
  Cost cost;
  {
    const Trace trace = LongTrace(events);
    ProgramSlices program([](const std::string&) { return nullptr; });
    const double start = CpuSeconds();
    const Execution run = Extract(trace, program);
    const Manners manners = MannersOf(run);
    LockDiscipline discipline;
    discipline.Add(run, 1);
    cost.extract = CpuSeconds() - start;
    EXPECT_EQ(run.threads.size(), kThreads);
    EXPECT_EQ(run.ops.size(), (events + 33) / 34 * 4);  // the locked counter, nothing private
    EXPECT_EQ(manners.odd_unlocks, 0u);
    EXPECT_TRUE(discipline.found().empty());
  }
  const double start = CpuSeconds();
  const Execution run = LongRun(events / 10);
  const Relevance relevance = FindRelevance(run);
  cost.relevance = CpuSeconds() - start;
  EXPECT_EQ(relevance.affected.size(), 5u);
  return cost;
}

// In a process of its own: memory that an earlier measurement left behind would make a later one cheaper.
Cost MeasureAlone(std::size_t events) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    Cost cost = Measure(events);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    cost.kilobytes = usage.ru_maxrss;
    const bool told = write(ends[1], &cost, sizeof cost) == sizeof cost;
    _exit(told && !testing::Test::HasFailure() ? 0 : 1);
  }
  Cost cost;
  close(ends[1]);
  EXPECT_EQ(read(ends[0], &cost, sizeof cost), static_cast<ssize_t>(sizeof cost));
  close(ends[0]);
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return cost;
}

// Of two measurements the better one: processor time, too, grows with what others do to the caches.
Cost Best(std::size_t events) {
  const Cost a = MeasureAlone(events), b = MeasureAlone(events);
  return a.extract + a.relevance < b.extract + b.relevance ? a : b;
}

TEST(PathsCheck, K8_TimeGrowsWithTheRun) {
  const bool slow = std::getenv("REWEAVE_TEST_SLOW") != nullptr;
  const std::size_t small = slow ? 1'000'000 : 50'000;
  const Cost one = slow ? Best(small) : MeasureAlone(small), ten = slow ? Best(10 * small) : MeasureAlone(10 * small);
  const double times = (ten.extract + ten.relevance) / std::max(one.extract + one.relevance, 1e-9);
  std::printf("%zu events: %.2f s and %.2f s; %zu: %.2f s and %.2f s; %.1f times; %ld MB at most\n", small, one.extract,
              one.relevance, 10 * small, ten.extract, ten.relevance, times, ten.kilobytes / 1024);
  if (!slow) return;  // short times are noise: without this the test is about the counts
  EXPECT_LE(times, 12);
  EXPECT_LE(ten.kilobytes, 1024 * 1024);
}

}  // namespace
}  // namespace reweave::paths
