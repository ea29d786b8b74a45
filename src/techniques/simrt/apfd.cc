#include "techniques/simrt/apfd.h"

#include <fmt/format.h>

#include <map>

namespace reweave::inline simrt {

std::optional<double> Apfd(const std::vector<std::uint32_t>& order, const std::vector<std::vector<std::uint32_t>>& reveals) {
  std::map<std::uint32_t, std::size_t> first;  // race -> position, from 1
  for (std::size_t position = 0; position < order.size(); ++position)
    for (const std::uint32_t race : reveals[order[position]]) first.try_emplace(race, position + 1);
  if (first.empty()) return std::nullopt;
  double sum = 0;
  for (const auto& [race, position] : first) sum += static_cast<double>(position);
  const double n = static_cast<double>(order.size()), m = static_cast<double>(first.size());
  return 100 * (1 - sum / (n * m) + 1 / (2 * n));
}

std::optional<double> ApfdGain(std::optional<double> a, std::optional<double> b) {
  if (!a || !b || *b == 0) return std::nullopt;
  return 100 * (*a - *b) / *b;
}

std::string ApfdText(std::optional<double> apfd) { return apfd ? fmt::format("{:.1f}", *apfd) : "n/a"; }

void RunCounter::Verify(std::uint32_t pair, bool confirmed) {
  if (pair >= runs_.size()) {
    runs_.resize(pair + 1);
    confirmed_.resize(pair + 1);
  }
  ++count_.verification;
  ++runs_[pair];
  confirmed_[pair] = confirmed_[pair] || confirmed;
}

RunCount CountRuns(const std::vector<std::uint32_t>& order, const std::vector<std::vector<std::uint32_t>>& reports,
                   const std::vector<std::uint32_t>& confirms_after, std::uint32_t tries) {
  RunCounter counter;
  for (const std::uint32_t test : order) {
    counter.Detect();
    for (const std::uint32_t pair : reports[test])
      for (std::uint32_t i = 0; i < tries && counter.Wanted(pair); ++i) {
        const std::uint64_t so_far = pair < counter.runs_of_pairs().size() ? counter.runs_of_pairs()[pair] : 0;
        counter.Verify(pair, confirms_after[pair] != 0 && so_far + 1 >= confirms_after[pair]);
      }
  }
  return counter.count();
}

RunCount CountRunsReverifying(const std::vector<std::uint32_t>& order, const std::vector<std::vector<std::uint32_t>>& reports,
                              std::uint32_t tries) {
  RunCount count;
  for (const std::uint32_t test : order) {
    ++count.detection;
    count.verification += reports[test].size() * tries;
  }
  return count;
}

}  // namespace reweave::inline simrt
