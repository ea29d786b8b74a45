#include "change/align.h"

#include <algorithm>
#include <unordered_map>

namespace reweave::inline change {
namespace {

constexpr std::size_t kMaxCells = 4'000'000;

class Aligner {
 public:
  Aligner(std::span<const std::uint64_t> before, std::span<const std::uint64_t> now)
      : before_(before), now_(now), out_(now.size(), kNoMatch) {}

  std::vector<std::uint32_t> Run() {
    Part(0, before_.size(), 0, now_.size());
    return std::move(out_);
  }

 private:
  void Part(std::size_t b, std::size_t b_end, std::size_t n, std::size_t n_end) {
    for (; b < b_end && n < n_end && before_[b] == now_[n]; ++b, ++n) out_[n] = static_cast<std::uint32_t>(b);
    for (; b < b_end && n < n_end && before_[b_end - 1] == now_[n_end - 1]; --b_end, --n_end)
      out_[n_end - 1] = static_cast<std::uint32_t>(b_end - 1);
    if (b == b_end || n == n_end) return;
    if ((b_end - b) * (n_end - n) <= kMaxCells) return Exact(b, b_end, n, n_end);
    Unique(b, b_end, n, n_end);
  }

  // The textbook table, from the end so that the first of equal choices is taken.
  void Exact(std::size_t b, std::size_t b_end, std::size_t n, std::size_t n_end) {
    const std::size_t rows = b_end - b, columns = n_end - n;
    std::vector<std::uint32_t> longest((rows + 1) * (columns + 1), 0);
    const auto cell = [&](std::size_t i, std::size_t k) -> std::uint32_t& { return longest[i * (columns + 1) + k]; };
    for (std::size_t i = rows; i-- > 0;)
      for (std::size_t k = columns; k-- > 0;)
        cell(i, k) = before_[b + i] == now_[n + k] ? cell(i + 1, k + 1) + 1 : std::max(cell(i + 1, k), cell(i, k + 1));
    for (std::size_t i = 0, k = 0; i < rows && k < columns;) {
      if (before_[b + i] == now_[n + k]) out_[n + k++] = static_cast<std::uint32_t>(b + i++);
      else if (cell(i + 1, k) >= cell(i, k + 1)) ++i;
      else ++k;
    }
  }

  // Items that are alone on each side, the longest ascending run of them; then what lies between.
  void Unique(std::size_t b, std::size_t b_end, std::size_t n, std::size_t n_end) {
    struct Count {
      std::size_t before = 0, now = 0, at_before = 0, at_now = 0;
    };
    std::unordered_map<std::uint64_t, Count> counts;
    for (std::size_t i = b; i < b_end; ++i) ++counts[before_[i]].before, counts[before_[i]].at_before = i;
    for (std::size_t k = n; k < n_end; ++k) ++counts[now_[k]].now, counts[now_[k]].at_now = k;
    std::vector<std::pair<std::size_t, std::size_t>> anchors;  // (now, before)
    for (std::size_t k = n; k < n_end; ++k)
      if (const Count& count = counts[now_[k]]; count.before == 1 && count.now == 1) anchors.push_back({k, count.at_before});
    std::vector<std::size_t> tails, previous(anchors.size(), anchors.size());
    for (std::size_t i = 0; i < anchors.size(); ++i) {
      auto at = std::lower_bound(tails.begin(), tails.end(), anchors[i].second,
                                 [&](std::size_t t, std::size_t v) { return anchors[t].second < v; });
      if (at != tails.begin()) previous[i] = *(at - 1);
      if (at == tails.end()) tails.push_back(i);
      else *at = i;
    }
    std::vector<std::pair<std::size_t, std::size_t>> chain;
    for (std::size_t i = tails.empty() ? anchors.size() : tails.back(); i < anchors.size(); i = previous[i])
      chain.push_back(anchors[i]);
    std::ranges::reverse(chain);
    if (chain.empty()) return;  // nothing to hold on to: all of it is new
    for (auto [now, before] : chain) {
      if (before < b || now < n) continue;
      Part(b, before, n, now);
      out_[now] = static_cast<std::uint32_t>(before);
      b = before + 1, n = now + 1;
    }
    Part(b, b_end, n, n_end);
  }

  std::span<const std::uint64_t> before_, now_;
  std::vector<std::uint32_t> out_;
};

}  // namespace

std::vector<std::uint32_t> Align(std::span<const std::uint64_t> before, std::span<const std::uint64_t> now) {
  return Aligner(before, now).Run();
}

}  // namespace reweave::inline change
