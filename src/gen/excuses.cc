#include "gen/excuses.h"

#include <algorithm>

namespace reweave::gen {

namespace {

constexpr int kMostRuns = 400;      // to find out whether calls may hang
constexpr std::size_t kMostGaps = 5;  // calls that may have given up: all subsets of them are tried

class HangFinder {
 public:
  HangFinder(Runner& runner, const Candidate& candidate) : runner_(runner), candidate_(candidate) {}

  Result<bool> Find() {
    std::vector<std::size_t> made(candidate_.threads.size(), 0);
    do {
      RW_ASSIGN(const bool hangs, HangsAfter(made));
      if (hangs) return true;
    } while (Next(made));
    return false;
  }

 private:
  // The next choice of how many calls of each thread were made.
  bool Next(std::vector<std::size_t>& made) const {
    for (std::size_t t = 0; t < made.size(); ++t) {
      if (made[t] < candidate_.threads[t].size()) return ++made[t], true;
      made[t] = 0;
    }
    return false;
  }

  // After these calls, in some order, every call that comes next waits.
  Result<bool> HangsAfter(const std::vector<std::size_t>& made) {
    Candidate before = candidate_;
    std::vector<std::size_t> waiting;
    for (std::size_t t = 0; t < made.size(); ++t) {
      if (made[t] < before.threads[t].size()) waiting.push_back(t);
      before.threads[t].resize(made[t]);
    }
    if (waiting.empty()) return false;
    for (const auto& order : OrdersOf(before)) {
      RW_ASSIGN(bool hangs, Ends(before, order, abi::EndKind::kPass));
      for (std::size_t i = 0; hangs && i < waiting.size(); ++i) {
        Candidate after = before;
        after.threads[waiting[i]].push_back(candidate_.threads[waiting[i]][made[waiting[i]]]);
        auto longer = order;
        longer.push_back(static_cast<std::uint8_t>(waiting[i]));
        RW_ASSIGN(hangs, Ends(after, longer, abi::EndKind::kDeadlock));
      }
      if (hangs) return true;
    }
    return false;
  }

  Result<bool> Ends(const Candidate& candidate, const std::vector<std::uint8_t>& order, abi::EndKind wanted) {
    if (order.empty()) return wanted == abi::EndKind::kPass;
    if (++runs_ > kMostRuns) return true;
    RW_ASSIGN(const std::optional<abi::EndKind> end, runner_.RunTurn(candidate, order));
    return !end || *end == wanted;
  }

  Runner& runner_;
  const Candidate& candidate_;
  int runs_ = 0;
};

}  // namespace

Result<bool> MayHang(Runner& runner, const Candidate& candidate) { return HangFinder(runner, candidate).Find(); }

std::optional<std::vector<Candidate>> WithoutSome(const Candidate& candidate, const std::set<std::size_t>& threads, bool gaps) {
  std::vector<std::pair<std::size_t, std::size_t>> calls;
  for (const std::size_t t : threads)
    for (std::size_t i = 0; t < candidate.threads.size() && i < candidate.threads[t].size(); ++i) calls.emplace_back(t, i);
  if (calls.size() > kMostGaps) return std::nullopt;
  std::vector<Candidate> out;
  for (std::size_t subset = 1; subset < std::size_t{1} << calls.size(); ++subset) {
    Candidate one = candidate;
    for (std::size_t k = 0; k < calls.size(); ++k)
      if ((subset >> k & 1) != 0) one.threads[calls[k].first][calls[k].second].op = kLeftOut;
    if (!gaps) {
      for (auto& some : one.threads) std::erase_if(some, [](const Call& call) { return call.op == kLeftOut; });
      std::erase_if(one.threads, [](const auto& some) { return some.empty(); });
    }
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace reweave::gen
