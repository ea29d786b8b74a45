// Whole searches over random programs, and the matcher of patterns against its definition.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <random>

#include "explore/search/testing/simulator.h"
#include "techniques/pcr/search.h"
#include "techniques/pcr/testing.h"
#include "techniques/pcr/testing/random_programs.h"
#include "techniques/pcr/testing/random_runs.h"

namespace reweave::pcr {
namespace {

bool Slow() { return std::getenv("REWEAVE_TEST_SLOW") != nullptr; }

struct SolutionsRun {
  std::uint64_t programs = 0, runs = 0, windows = 0;
};

// Whatever is solved for with all reads kept does happen. `window`: of so many events; 0: runs are looked at as a whole.
SolutionsRun RunSolutions(unsigned seeds, std::size_t window) {
  SolutionsRun out;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    std::vector<SimBody> bodies;
    for (unsigned t = 0; t < 2 + seed % 2; ++t) bodies.push_back(RandomBody(seed * 7 + t));
    Simulator program(bodies);
    SearchOptions options;
    options.kept = Kept::kAll;
    if (window != 0) options.long_run = options.window = window;
    Search search(options);
    Plan plan;
    plan.segments = {};
    search.Observe(nullptr, program.Run(plan));
    ++out.programs;
    for (int i = 0; i < 12; ++i) {
      const auto work = search.Next();
      if (!work) break;
      plan.segments = work->schedule.segments, plan.outcomes = work->schedule.outcomes;
      ++out.runs;
      EXPECT_EQ(search.Observe(&*work, program.Run(plan)), Search::Result::kIntended) << "program " << seed << " run " << i;
      if (testing::Test::HasFailure()) return out;
    }
    EXPECT_EQ(search.counts().refused, 0u);
    out.windows += search.counts().windows;
  }
  std::printf("%lu programs, %lu solutions run, %lu windows\n", out.programs, out.runs, out.windows);
  return out;
}

// What a search did and said, without times.
std::vector<std::uint64_t> Protocol(unsigned seed, Goal goal, unsigned threads) {
  std::vector<SimBody> bodies;
  for (unsigned t = 0; t < 2 + seed % 2; ++t) bodies.push_back(RandomBody(seed * 7 + t));
  Simulator program(bodies);
  SearchOptions options;
  options.goal = goal, options.kept = Kept::kAll;
  options.solve.threads = threads, options.solve.worth_threads = 0;
  Search search(options);
  Plan plan;
  search.Observe(nullptr, program.Run(plan));
  std::vector<std::uint64_t> out;
  for (int i = 0; i < 12; ++i) {
    const auto work = search.Next();
    if (!work) break;
    out.push_back(work->aim.key);
    for (const abi::Segment& s : work->schedule.segments) out.push_back(s.tid), out.push_back(s.until);
    plan.segments = work->schedule.segments, plan.outcomes = work->schedule.outcomes;
    out.push_back(static_cast<std::uint64_t>(search.Observe(&*work, program.Run(plan))));
  }
  const SolveCounts& s = search.solving();
  for (const std::uint64_t count : {s.solved, s.possible, s.unsat, s.unknown, s.avoided, s.closure, s.z3, s.other_sources,
                                    s.decisions, s.largest, s.events, search.counts().candidates, search.covered().patterns(),
                                    std::uint64_t{search.Open()}, std::uint64_t{search.solver().cores().size()}})
    out.push_back(count);
  return out;
}

// AC10: how many threads solve changes nothing, neither what is run nor what is counted.
TEST(PcrPrograms, AC10_ThreadsChangeNothing) {
  for (const Goal goal : {Goal::kPatterns, Goal::kValues})
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const auto one = Protocol(seed, goal, 1);
      ASSERT_EQ(one, Protocol(seed, goal, 2)) << "program " << seed;
      ASSERT_EQ(one, Protocol(seed, goal, 8)) << "program " << seed;
    }
}

TEST(PcrPrograms, AC6_EverySolutionIsWhatTheProgramDoes) {
  const SolutionsRun whole = RunSolutions(Slow() ? 1000 : 250, 0);
  EXPECT_GT(whole.runs, 3 * whole.programs);
}

// The same where only a part of the run is looked at at a time, and what comes before it is kept.
TEST(PcrPrograms, AC12_EverySolutionOfAWindowIsWhatTheProgramDoes) {
  const SolutionsRun parts = RunSolutions(Slow() ? 1000 : 150, 10);
  EXPECT_GT(parts.runs, parts.programs / 2);
  EXPECT_GT(parts.windows, 2 * parts.programs);
}

// --- AC7 -----------------------------------------------------------------------------------------------------------------

std::set<std::uint64_t> Naive(const Trace& trace) {
  struct Access {
    std::uint16_t tid;
    std::uint32_t site;
    std::uint64_t obj;
    bool reads, writes;
  };
  std::vector<Access> all;
  for (const abi::Event& e : trace.events)
    if (IsAccess(e.kind)) all.push_back({e.tid, e.site, e.obj, ReadsMemory(e.kind), WritesMemory(e.kind)});
  std::set<std::uint64_t> out;
  std::array<std::size_t, 4> at{};
  for (std::uint8_t number = 1; number <= 17; ++number) {
    const detect::Template& shape = detect::kTemplates[number];
    const auto go = [&](auto& self, std::size_t k) -> void {
      if (k == shape.length) {
        detect::PatternKey key(number);
        for (std::size_t i = 0; i < k; ++i) key.Add(all[at[i]].site);
        const auto is_step = [&](std::size_t i) { return std::find(at.begin(), at.begin() + k, i) != at.begin() + k; };
        for (std::size_t i = at[0]; i <= at[k - 1]; ++i)
          for (std::size_t s = 0; s < k; ++s)
            if (!is_step(i) && all[i].writes && all[i].obj == all[at[s]].obj) return;
        out.insert(key.value());
        return;
      }
      const detect::TemplateStep& step = shape.steps[k];
      for (std::size_t i = k == 0 ? 0 : at[k - 1] + 1; i < all.size(); ++i) {
        const Access& x = all[i];
        if (!(step.writes ? x.writes : x.reads)) continue;
        bool fits = true;
        for (std::size_t j = 0; j < k && fits; ++j) {
          fits = (shape.steps[j].other_thread == step.other_thread) == (all[at[j]].tid == x.tid) &&
                 (shape.steps[j].other_variable == step.other_variable) == (all[at[j]].obj == x.obj);
        }
        if (!fits) continue;
        at[k] = i;
        self(self, k + 1);
      }
    };
    go(go, 0);
  }
  return out;
}

TEST(PcrMatcher, AC7_StreamingEqualsTheDefinition) {
  std::size_t keys = 0;
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    RandomRunOptions options;
    options.threads = 2 + seed % 2, options.events = 22, options.variables = 2;
    options.rwlocks = options.conditions = options.tries = false, options.locks = 1;
    const Trace trace = RandomRun(seed, options).Make();
    detect::PatternCoverage covered;
    covered.Analyse(trace);
    std::set<std::uint64_t> streaming;
    for (const detect::PatternInstance& p : covered.fresh()) streaming.insert(p.key);
    const std::set<std::uint64_t> naive = Naive(trace);
    ASSERT_EQ(streaming, naive) << "seed " << seed;
    keys += naive.size();
  }
  EXPECT_GT(keys, 10000u);
}

// --- Rules and size --------------------------------------------------------------------------------------------------------

TEST(PcrRules, AC11_BeforeAndLockDropOnlyWhatCannotBe) {
  Closure closure;
  std::size_t dropped = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    RandomRunOptions options;
    options.threads = 2, options.events = 30, options.variables = 2;
    const auto run = pcr::Run::Make(RandomRun(seed, options).Make());
    ASSERT_TRUE(run);
    Candidates rules(*run, {});
    std::mt19937 random(seed);
    for (int i = 0; i < 200 && run->accesses.size() > 2; ++i) {
      const auto draw = [&] { return run->accesses[random() % run->accesses.size()]; };
      const CellAccess a = draw(), b = draw(), c = draw();
      if (a.cell != b.cell || b.cell != c.cell || a.event == c.event || run->events[a.event].tid != run->events[c.event].tid ||
          run->events[a.event].tid == run->events[b.event].tid)
        continue;
      const Pattern p = MakePattern(*run, {a.event, b.event, c.event}, {a.writes, b.writes, c.writes}, {a.cell, a.cell, a.cell});
      const int rule = rules.Drop(p, {});
      if (rule != 3 && rule != 7) continue;
      ++dropped;
      const Query query = p.ToQuery(Kept::kAll);
      const Problem problem(*run, query);
      EXPECT_EQ(closure.Solve(problem).verdict, Verdict::kImpossible) << "seed " << seed << " rule " << rule;
    }
  }
  EXPECT_GT(dropped, 100u);
}

// Times are printed, not judged: machines differ.
TEST(PcrSize, AC12_LongRuns) {
  for (const unsigned events : {1200u, 100000u}) {
    RandomRunOptions options;
    options.threads = 2, options.events = events, options.variables = 40, options.locks = 4;
    options.conditions = options.rwlocks = options.tries = false, options.values = 1000;
    const Trace trace = RandomRun(5, options).Make();
    const auto run = pcr::Run::Make(trace);
    ASSERT_TRUE(run);
    Candidates candidates(*run, {});
    const std::vector<Pattern> list = candidates.Find({}, {}, false);
    ASSERT_FALSE(list.empty());
    Solver solver;
    const std::size_t queries = std::min<std::size_t>(list.size(), events > 10000 ? 10 : 500);
    std::uint64_t size = 0;
    const std::clock_t start = std::clock();
    for (std::size_t i = 0; i < queries; ++i) {
      Query used;
      const Query query = list[i * (list.size() / queries)].ToQuery(Kept::kAll);
      size += Problem(*run, query).size();
      solver.Solve(*run, query, &used);
    }
    const double cpu = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / static_cast<double>(queries);
    std::printf("%zu events, %zu candidates, %lu capped; problems of %lu events: %.3f ms a query, %.3f with all around it on the "
                "processor (%lu possible, %lu not)\n",
                run->events.size(), list.size(), candidates.capped(), size / queries,
                solver.counts().closure_ms / static_cast<double>(queries), cpu, solver.counts().possible, solver.counts().unsat);
    EXPECT_EQ(solver.counts().unknown, 0u);
  }
}

// A million events: in windows, and what was left out is counted.
TEST(PcrSize, AC12_AMillionEventsInWindows) {
  RandomRunOptions options;
  options.threads = 3, options.events = Slow() ? 1'450'000 : 60'000, options.variables = 40, options.locks = 4;
  options.conditions = options.rwlocks = options.tries = false, options.values = 1000;
  Trace trace = RandomRun(5, options).Make();
  // So long a run covers what its few places can do. Near its end, something that happens once.
  std::vector<abi::Event> rare;
  for (const std::uint16_t tid : {1, 2}) {
    abi::Event event{};
    for (const abi::Event& e : trace.events)
      if (e.tid == tid && IsEvent(e.kind) && IsCounted(e.kind)) event = e;
    const std::uint32_t ordinal = event.ordinal + 1;
    const auto access = std::ranges::find_if(trace.events, [](const abi::Event& e) { return e.kind == abi::EventKind::kWrite; });
    event = *access;
    event.tid = tid, event.ordinal = ordinal, event.site = 900u + tid, event.obj = 0x77000, event.value = 1;
    event.kind = tid == 1 ? abi::EventKind::kWrite : abi::EventKind::kRead;
    rare.push_back(event);
  }
  trace.events.insert(trace.events.end() - 1, rare.begin(), rare.end());
  SearchOptions small;
  small.long_run = 20'000, small.window = 5'000;
  Search search(Slow() ? SearchOptions() : small);
  const std::clock_t start = std::clock();
  search.Observe(nullptr, trace);
  EXPECT_EQ(search.counts().long_runs, 1u);
  EXPECT_GE(search.counts().windows, Slow() ? 100u : 8u);
  EXPECT_GT(search.counts().capped, 0u);
  EXPECT_LE(search.solving().largest, kWindowEvents);
  EXPECT_EQ(search.counts().refused, 0u);
  const auto work = search.Next();
  ASSERT_TRUE(work);
  EXPECT_FALSE(work->schedule.segments.empty());
  std::printf("%zu events: %lu windows, %lu candidates, %lu capped, %.1f s on the processor\n", trace.events.size(),
              search.counts().windows, search.counts().candidates, search.counts().capped,
              static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
}

TEST(PcrBadInput, DamagedTracesAreRefused) {
  detect::RunText unlocked;
  unlocked.Threads(1).Unlock(1, kMutex);
  EXPECT_FALSE(pcr::Run::Make(unlocked.Trace()));
  Trace gap = AttachRemove();
  gap.events[5].ordinal = 0;
  EXPECT_FALSE(pcr::Run::Make(gap));
  Trace truncated = AttachRemove();
  truncated.truncated = true;
  EXPECT_FALSE(pcr::Run::Make(truncated));
}

// A value that nobody wrote: counted, and the read stays where it was.
TEST(PcrBadInput, UnexplainedReads) {
  detect::RunText text;
  text.Threads(2).Write(1, 1, kX, 4, 1).Read(2, 2, kX, 4, 9).Write(1, 3, kX, 4, 2);
  const auto run = pcr::Run::Make(text.Trace());
  ASSERT_TRUE(run);
  EXPECT_EQ(run->unexplained, 1u);
}

TEST(PcrBadInput, OverlappingAccessesAreCut) {
  detect::RunText text;
  text.Threads(2).Write(1, 1, kX, 8, 0x1111111122222222).Read(2, 2, kX + 4, 4, 0x11111111).Write(2, 3, kX, 2, 7);
  const auto run = pcr::Run::Make(text.Trace());
  ASSERT_TRUE(run);
  EXPECT_EQ(run->cells.size(), 2u);  // the bytes in the middle are one thread's
  const CellAccess* read = run->AccessTo(AtSite(*run, 2), run->AccessesOf(AtSite(*run, 2))[0].cell);
  EXPECT_EQ(read->source, AtSite(*run, 1));
  EXPECT_EQ(run->unexplained, 0u);
}

}  // namespace
}  // namespace reweave::pcr
