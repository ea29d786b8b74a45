// Selecting and ranking a suite of 30,000 tests: seconds and memory for suites of several shapes.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "base/rng.h"
#include "techniques/simrt/ranker.h"
#include "techniques/simrt/selector.h"

using namespace reweave;

namespace {

struct Shape {
  const char* what;
  std::uint32_t tests, accesses, blocks, covered;  // covered: blocks of a test
};

constexpr std::uint32_t kMostForBlocks = 100;  // the baseline by blocks is measured where tests cover no more

double Seconds(auto&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

long PeakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

void Measure(const Shape& shape) {
  Rng rng(1);
  std::vector<SharedAccess> accesses(shape.accesses);
  BlockNumbers numbers;
  for (std::uint32_t b = 0; b < shape.blocks; ++b) numbers.Add({"f" + std::to_string(b / 20), b % 20});
  for (auto& access : accesses) {
    access.alias_class = static_cast<std::uint32_t>(rng.Below(shape.accesses / 8 + 1));
    access.write = rng.Below(3) == 0;
    access.impact = rng.Below(5) == 0 ? ImpactCase::kDirect : ImpactCase::kNone;
    access.blocks = {numbers[static_cast<std::uint32_t>(rng.Below(shape.blocks))]};
  }
  std::vector<TestCoverage> tests(shape.tests);
  std::vector<std::vector<std::uint32_t>> blocks_of(shape.tests);
  for (std::uint32_t t = 0; t < shape.tests; ++t) {
    for (std::uint32_t i = 0; i < shape.covered; ++i)
      tests[t].entries.push_back({static_cast<std::uint32_t>(rng.Below(shape.blocks)), 1 + rng.Below(3)});
    tests[t].Sort();
    tests[t].entries.shrink_to_fit();
    for (const auto& entry : tests[t].entries)
      if (shape.covered > kMostForBlocks) break;
      else if (blocks_of[t].empty() || blocks_of[t].back() != entry.block) blocks_of[t].push_back(entry.block);
  }
  const auto pairs = ImpactedPairs(accesses);
  Selection selection;
  const double select = Seconds([&] { selection = SelectTests(accesses, pairs, numbers, tests); });
  std::size_t ranked = 0;
  const double rank = Seconds([&] { ranked = RankTests(selection, accesses.size(), pairs.size()).all.size(); });
  // The baseline by blocks only where it ends soon.
  const double blocks =
      shape.covered > kMostForBlocks ? 0 : Seconds([&] { ranked += RankByBlocks(blocks_of, shape.blocks).size(); });
  fmt::print("{:34} {:>6} tests {:>5} pairs {:>6} selected  select {:6.2f} s  rank {:6.2f} s  by blocks {:6.2f} s  peak {} MB\n",
             shape.what, shape.tests, pairs.size(), selection.chosen.size(), select, rank, blocks, PeakMegabytes());
  std::fflush(stdout);
}

}  // namespace

// rank_bench [NUMBER]: one of the shapes. Blocks are drawn at random, so hardly two tests cover the same: harder than real
// suites.
int main(int argc, char** argv) {
  const Shape shapes[] = {{"few accesses, short tests", 30'000, 60, 400, 60},
                          {"the paper's largest (3,452 accesses)", 30'000, 3452, 10'000, 400},
                          {"many pairs, sparse tests", 30'000, 20'000, 50'000, 200},
                          {"every test covers much", 30'000, 1000, 2000, 1500}};
  for (int i = 0; i < 4; ++i)
    if (argc < 2 || argv[1][0] == '1' + i) Measure(shapes[i]);
}
