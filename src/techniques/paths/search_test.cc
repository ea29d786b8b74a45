// The search on worked examples and on random programs: which runs it makes, and that no path is lost.
#include "techniques/paths/search.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "techniques/paths/testing.h"

namespace reweave::paths {
namespace {

struct Explored {
  std::set<std::string> paths;
  std::vector<std::string> orders;  // thread numbers of each test
  std::size_t executed = 0, not_followed = 0;
  Ended ended = Ended::kNo;
  SearchCounts counts;
};

Explored Explore(const std::vector<Body>& program, SearchOptions options, const std::vector<std::uint16_t>& first = {},
                 std::size_t limit = 100'000) {
  Explored out;
  Search search(options);
  std::vector<std::shared_ptr<const Execution>> runs;
  std::optional<Test> test;
  do {
    std::vector<std::uint16_t> order = first;
    if (test) {
      order.clear();
      std::string text;
      for (const std::uint32_t op : test->order) {
        order.push_back(runs[test->source]->ops[op].thread);
        text += (text.empty() ? "" : " ") + std::to_string(runs[test->source]->ops[op].site);
      }
      out.orders.push_back(text);
    }
    bool followed = false;
    ToyRun run = ExecuteToy(program, order, &followed);
    out.not_followed += !followed;
    out.paths.insert(run.Paths());
    runs.push_back(std::make_shared<const Execution>(run.Finish()));
    search.Add(runs.back(), test ? std::optional(test->id) : std::nullopt, followed);
    ++out.executed;
    test = search.Next();
  } while (test && out.executed < limit);
  out.ended = search.ended();
  out.counts = search.counts();
  return out;
}

constexpr int kX = 1, kY = 2;

// Figure 3: n = x + y is compared with 0; the condition is "n > -1", that is nonneg.
std::vector<Body> Figure3() {
  return {{Load(1, kX, 0), Load(101, kY, 1), Sum(0, 1), If(2, 0, -1), Load(7, kY, 2)},
          {Store(10, kX, -10), Store(11, kY, 2), Load(12, kX, 3)}};
}
const std::vector<std::uint16_t> kFigure3Order = {0, 1, 0, 1, 0, 1};

TEST(PathsGolden, G4_DefaultMode) {
  const Explored found = Explore(Figure3(), {}, kFigure3Order);
  EXPECT_EQ(found.orders, (std::vector<std::string>{"1 10 11 101", "10 1"}));
  EXPECT_EQ(found.executed, 3u);
  EXPECT_EQ(found.ended, Ended::kRows);
  const Explored all = Explore(Figure3(), {.stop_at_rows = false}, kFigure3Order);
  EXPECT_EQ(all.executed, 4u);
  EXPECT_EQ(all.ended, Ended::kVariants);
}

TEST(PathsGolden, G4_PaperMode) {
  const Explored found = Explore(Figure3(), {.mode = Mode::kPaper}, kFigure3Order);
  EXPECT_EQ(found.orders, (std::vector<std::string>{"1 101 7", "1 10 101 7", "1 10 11 101", "10 1"}));
  EXPECT_EQ(found.executed, 5u);
  EXPECT_EQ(found.ended, Ended::kRows);
}

TEST(PathsGolden, G8_BranchTable) {
  BranchTable table;
  const auto b1 = table.AddBranch(), b2 = table.AddBranch();
  const auto join = [&](std::uint32_t group, std::initializer_list<std::uint32_t> variants) {
    for (const std::uint32_t variant : variants) table.Join(variant, group);
  };
  join(table.Group(b1, 1), {1, 2, 3}), join(table.Group(b1, 2), {5}), join(table.Group(b1, 3), {4});
  join(table.Group(b2, 1), {1, 2, 4}), join(table.Group(b2, 2), {3, 5});
  table.Executed(1, {{b1, 1}, {b2, 1}});
  EXPECT_EQ(table.NextTests(), (std::vector<std::uint32_t>{5}));
  table.Executed(5, {{b1, 0}, {b2, 0}});
  join(table.Group(b1, 2), {6}), join(table.Group(b2, 1), {6});
  EXPECT_EQ(table.NextTests(), (std::vector<std::uint32_t>{6, 3}));  // rows FT and TF
  table.Executed(3, {{b1, 1}, {b2, 0}});
  table.Executed(6, {{b1, 0}, {b2, 1}});
  EXPECT_TRUE(table.all_rows_tested());
  EXPECT_EQ(table.groups() - table.tested_groups(), 1u);
}

std::vector<Body> CommonsPool() {
  return {{Load(11, 1), Load(12, 2)},
          {Lock(905, 10), Load(906, 3), If(907, 0, 0, {}, {Store(910, 2, 1)}), Unlock(911, 10)},
          {Lock(763, 10), Store(764, 1, 5), Load(1765, 3, 1), Store(765, 3, 1, 1), Unlock(766, 10)}};
}
const std::vector<std::uint16_t> kCommonsPoolOrder = {2, 2, 2, 2, 2, 0, 0, 1, 1, 1};

TEST(PathsGolden, G9_OneFurtherRun) {
  for (const Mode mode : {Mode::kDefault, Mode::kPaper}) {
    const Explored found = Explore(CommonsPool(), {.mode = mode}, kCommonsPoolOrder);
    EXPECT_EQ(found.executed, 2u);
    EXPECT_EQ(found.paths.size(), 2u);
    EXPECT_EQ(found.counts.groups, 2u);
    EXPECT_EQ(found.not_followed, 0u);
  }
}

TEST(PathsGolden, G10_FiveGroupsThreeRuns) {
  // p stays above 0: every branch has the same outcome.
  const std::vector<Body> program = {{Load(279, 1, 0), If(280, 0, -1), Store(286, 1, 3), Load(279, 1, 0), If(280, 0, -1)},
                                     {Store(112, 1, 2), Load(123, 1, 1)}};
  const std::vector<std::uint16_t> order = {0, 0, 0, 1, 1};
  // Later runs add groups of their own; those of the first run are covered by the first two of the others.
  EXPECT_EQ(Explore(program, {.mode = Mode::kPaper}, order, 1).counts.groups, 5u);
  const Explored paper = Explore(program, {.mode = Mode::kPaper}, order);
  ASSERT_GE(paper.orders.size(), 2u);
  EXPECT_EQ(paper.orders[0], "112");
  EXPECT_EQ(paper.orders[1], "279 286 112 279");
  const Explored found = Explore(program, {}, order);
  EXPECT_EQ(found.executed, 3u);
  EXPECT_EQ(found.ended, Ended::kVariants);
}

TEST(PathsGolden, G11_PaperModeMissesAPath) {
  const std::vector<Body> program = {{Store(1, kY, 2), Store(2, kX, 2)},
                                     {Load(20, kX, 0), If(21, 0, 0, {}, {Load(22, kY, 1)}), Load(23, kY, 2), If(24, 2, 1)}};
  const std::vector<std::uint16_t> order = {0, 0, 1, 1};
  ASSERT_EQ(AllPaths(program).size(), 3u);
  const Explored paper = Explore(program, {.mode = Mode::kPaper}, order);
  EXPECT_EQ(paper.executed, 2u);
  EXPECT_EQ(paper.paths.size(), 2u);
  const Explored found = Explore(program, {}, order);
  EXPECT_EQ(found.orders, (std::vector<std::string>{"20", "20 22 23"}));
  EXPECT_EQ(found.executed, 3u);
  EXPECT_EQ(found.paths.size(), 3u);
}

TEST(PathsCheck, K6_OnlyReadSharedVariables) {
  const std::vector<Body> program = {{Load(1, kX, 0), If(2, 0, 0)}, {Load(3, kX, 0), If(4, 0, 0)}};
  const Explored found = Explore(program, {});
  EXPECT_EQ(found.executed, 1u);
  EXPECT_EQ(found.counts.groups, 0u);
}

// --- K3: random programs against all interleavings -----------------------------------------------------------------------

class Programs {
 public:
  explicit Programs(std::uint64_t seed) : random_(seed) {}

  std::vector<Body> Make() {
    site_ = 0;
    std::vector<Body> out;
    const int threads = Below(3) == 0 ? 3 : 2;
    for (int t = 0; t < threads; ++t) {
      branches_ = 1 + Below(3);
      Body body;
      Fill(body, 0, 4);
      out.push_back(std::move(body));
    }
    return out;
  }

 private:
  int Below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  // At most ops_ operations on every way through the thread.
  void Fill(Body& body, int depth, int ops) {
    std::vector<int> loaded;
    while (ops > 0) {
      if (Below(8) == 0 && ops >= 3) {
        const int lock = 10 + Below(2);
        body.push_back(Lock(++site_, lock));
        body.push_back(One());
        body.push_back(Unlock(++site_, lock));
        ops -= 3;
      } else {
        body.push_back(One());
        --ops;
      }
      if (body.back().kind == Statement::kLoad) loaded.push_back(body.back().target);
      if (branches_ == 0 || loaded.empty() || Below(3) == 0) continue;
      --branches_;
      Body then, otherwise;
      const std::uint32_t site = ++site_;
      const int inner = depth < 2 ? Below(ops + 1) : 0;
      Fill(then, depth + 1, inner);
      Fill(otherwise, depth + 1, inner > 0 ? Below(inner + 1) : 0);
      body.push_back(If(site, loaded.back(), Below(3), std::move(then), std::move(otherwise)));
      ops -= inner;
    }
  }
  Statement One() {
    const int variable = 1 + Below(3);
    if (Below(2) == 0) return Load(++site_, variable, Below(3));
    return Store(++site_, variable, 1 + Below(3), Below(3) == 0 ? Below(3) : -1);
  }

  std::mt19937_64 random_;
  std::uint32_t site_ = 0;
  int branches_ = 0;
};

TEST(PathsCheck, K3_NoPathIsLost) {
  const int count = std::getenv("REWEAVE_TEST_SLOW") != nullptr ? 3000 : 300;
  Programs programs(20261);
  std::size_t ours = 0, paper = 0, reach = 0, losing = 0, several = 0;
  for (int i = 0; i < count; ++i) {
    const std::vector<Body> program = programs.Make();
    const std::set<std::string> all = AllPaths(program);
    several += all.size() > 1;
    const Explored found = Explore(program, {});
    EXPECT_EQ(found.paths, all) << "program " << i;
    EXPECT_EQ(found.not_followed, 0u) << "program " << i;  // K4
    const Explored printed = Explore(program, {.mode = Mode::kPaper});
    for (const std::string& path : printed.paths) EXPECT_TRUE(all.contains(path));
    losing += printed.paths.size() < all.size();
    EXPECT_EQ(printed.not_followed, 0u) << "program " << i;
    const Explored every = Explore(program, {.mode = Mode::kReach});
    EXPECT_LE(found.executed, every.executed) << "program " << i;
    ours += found.executed, paper += printed.executed, reach += every.executed;
  }
  RecordProperty("default", static_cast<int>(ours));
  RecordProperty("paper", static_cast<int>(paper));
  RecordProperty("reach", static_cast<int>(reach));
  std::printf("executions: default %zu, paper %zu, reach %zu; paper mode loses a path in %zu, %zu of %d have several\n", ours,
              paper, reach, losing, several, count);
  EXPECT_LT(ours, paper);
  EXPECT_LT(paper, reach);
  EXPECT_GT(several, static_cast<std::size_t>(count) / 4);
}

}  // namespace
}  // namespace reweave::paths
