// How good an order was: APFD, and what running it cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace reweave::inline simrt {

// reveals[t]: races that test t shows, any numbers. In percent; nullopt when the order shows no race (printed "n/a").
// 100 * (1 - sum of first positions / (n * m) + 1 / (2n)), n tests in the order, m races that some test of it shows.
std::optional<double> Apfd(const std::vector<std::uint32_t>& order, const std::vector<std::vector<std::uint32_t>>& reveals);
// 100 * (a - b) / b; nullopt if one is missing or b is 0.
std::optional<double> ApfdGain(std::optional<double> a, std::optional<double> b);
std::string ApfdText(std::optional<double> apfd);  // "72.2" or "n/a"

// TR = detection runs + verification runs. A potential pair is verified under each test that reports it until it is confirmed, up
// to `tries` runs a test, and never again.
struct RunCount {
  std::uint64_t detection = 0, verification = 0;
  std::uint64_t total() const { return detection + verification; }
};

class RunCounter {
 public:
  // One detection run of a test.
  void Detect() { ++count_.detection; }
  // Whether the pair still has to be verified; asking costs nothing.
  bool Wanted(std::uint32_t pair) const { return pair >= confirmed_.size() || !confirmed_[pair]; }
  void Verify(std::uint32_t pair, bool confirmed);
  const RunCount& count() const { return count_; }
  const std::vector<std::uint64_t>& runs_of_pairs() const { return runs_; }

 private:
  RunCount count_;
  std::vector<char> confirmed_;
  std::vector<std::uint64_t> runs_;  // NT_i
};

// The count for an order when every verification of pair p under a test that reports it confirms it at the k-th try:
// confirms_after[p] (1 = at first try, 0 = never), with `tries` runs for each pair and test.
RunCount CountRuns(const std::vector<std::uint32_t>& order, const std::vector<std::vector<std::uint32_t>>& reports,
                   const std::vector<std::uint32_t>& confirms_after, std::uint32_t tries = 1);
// The same where confirmed pairs are verified again under every test (unmodified RaceFuzzer).
RunCount CountRunsReverifying(const std::vector<std::uint32_t>& order, const std::vector<std::vector<std::uint32_t>>& reports,
                              std::uint32_t tries = 1);

}  // namespace reweave::inline simrt
