#include "techniques/recontest/seen_before.h"

#include <array>

#include "detect/patterns.h"
#include "techniques/recontest/analysis.h"
#include "techniques/recontest/recording.h"

namespace reweave::recontest {

namespace {

constexpr std::size_t kMostEvents = 1'000'000;  // of all runs of the old version together

}  // namespace

std::uint64_t SeenBefore::KeyOf(const ProgramView& view, std::uint8_t pattern, std::span<const std::uint32_t> sites) {
  detect::PatternKey key(pattern);
  for (const std::uint32_t site : sites) {
    const SiteView& place = view.Site(site);
    if (place.statement == 0 || !place.mapped) return 0;
    key.Add(static_cast<std::uint32_t>(place.statement));
    key.Add(static_cast<std::uint32_t>(place.statement >> 32));
  }
  return key.value();
}

void SeenBefore::Add(const Trace& old_run) {
  detect::PatternCoverage coverage;
  coverage.Analyse(old_run);
  for (const detect::PatternInstance& pattern : coverage.fresh()) {
    std::array<std::uint32_t, 4> sites{};
    for (std::size_t i = 0; i < pattern.steps; ++i) sites[i] = old_run.events[pattern.events[i]].site;
    if (const std::uint64_t key = KeyOf(old_, pattern.pattern, std::span(sites).first(pattern.steps)); key != 0)
      keys_.insert(key);
  }
}

bool SeenBefore::Had(std::uint8_t pattern, std::span<const std::uint32_t> new_sites) const {
  const std::uint64_t key = KeyOf(new_, pattern, new_sites);
  return key != 0 && keys_.contains(key);
}

Result<std::shared_ptr<const SeenBefore>> RunOldVersion(const std::shared_ptr<const Analysis>& analysis,
                                                        const std::string& old_program, const TargetOptions& options,
                                                        const Plan& base) {
  struct Kept {
    std::shared_ptr<const Analysis> analysis;
    SeenBefore seen;
  };
  auto kept = std::make_shared<Kept>(Kept{analysis, {analysis->versions->old_view(), analysis->versions->new_view()}});
  kept->seen.Add(*analysis->old_trace);
  std::size_t events = analysis->old_trace->events.size();
  RW_ASSIGN(const TargetOptions target, OldTarget(old_program, options));
  for (std::uint64_t seed = 1; seed < kOldRuns && events < kMostEvents; ++seed) {
    RW_ASSIGN(const auto run, RecordRun(target, base, seed));
    events += run->events.size();
    if (!run->failed() && !run->truncated) kept->seen.Add(*run);
  }
  return std::shared_ptr<const SeenBefore>(kept, &kept->seen);
}

}  // namespace reweave::recontest
