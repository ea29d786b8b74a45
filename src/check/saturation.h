// When a search has stopped teaching anything: no new access pattern for as long again as it took to see the last one, and for
// some time and schedules at least.
#pragma once

#include <chrono>
#include <cstdint>

#include "explore/explorer.h"

namespace reweave::inline check {

class Saturation {
 public:
  enum class Patience { kShort, kUsual };
  explicit Saturation(Patience patience) : patience_(patience) {}

  bool Reached(const ExploreStatus& status) {
    if (status.patterns > patterns_ || status.findings > findings_) {
      patterns_ = status.patterns;
      findings_ = status.findings;
      grew_ = status.elapsed;
      schedules_ = status.schedules;
    }
    const bool brief = patience_ == Patience::kShort;
    const auto least = brief ? std::chrono::nanoseconds(std::chrono::milliseconds(500)) : std::chrono::seconds(3);
    const std::uint64_t runs = brief ? 2'000 : 20'000;
    reached_ = status.elapsed - grew_ >= std::max(least, grew_) && status.schedules - schedules_ >= runs;
    return reached_;
  }
  bool reached() const { return reached_; }

 private:
  Patience patience_;
  std::uint64_t patterns_ = 0, schedules_ = 0;
  std::size_t findings_ = 0;
  std::chrono::nanoseconds grew_{};
  bool reached_ = false;
};

}  // namespace reweave::inline check
