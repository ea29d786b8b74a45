#include "techniques/pcr/intended.h"

#include <algorithm>
#include <unordered_set>

#include "base/rng.h"

namespace reweave::pcr {

namespace {

constexpr std::size_t kMost = 50'000;

// Places of a thread that read or write a cell.
struct Places {
  std::uint16_t tid = 0;
  std::array<std::vector<std::uint32_t>, 2> sites;  // that read, that write
};

class Composer {
 public:
  Composer(const Run& run, const std::function<bool()>& over) : over_(over) {
    for (const Run::Cell& cell : run.cells) {
      std::vector<Places>& threads = summary_.emplace_back();
      for (const std::uint32_t number : cell.accesses) {
        const CellAccess& access = run.accesses[number];
        const Event& event = run.events[access.event];
        auto own = std::ranges::find(threads, event.tid, &Places::tid);
        if (own == threads.end()) own = threads.insert(own, Places{event.tid, {}});
        for (const bool writes : {false, true})
          if ((writes ? access.writes : access.reads) &&
              std::ranges::find(own->sites[writes], event.site) == own->sites[writes].end())
            own->sites[writes].push_back(event.site);
      }
    }
  }

  std::vector<Intended> All() {
    for (std::size_t x = 0; x < summary_.size(); ++x) {
      for (std::uint8_t number = 1; number <= 8; ++number) OfThreads(number, summary_[x], summary_[x]);
      for (std::size_t y = 0; y < summary_.size(); ++y)
        for (std::uint8_t number = 9; x != y && number <= 17; ++number) OfThreads(number, summary_[x], summary_[y]);
    }
    return std::move(found_);
  }

 private:
  bool Enough() { return enough_ = enough_ || found_.size() >= kMost || (++turn_ % 1024 == 0 && over_ && over_()); }

  void OfThreads(std::uint8_t number, const std::vector<Places>& x, const std::vector<Places>& y) {
    for (const Places& a : x)
      for (const Places& b : x) {
        if (a.tid == b.tid || Enough()) continue;
        const auto ay = std::ranges::find(y, a.tid, &Places::tid), by = std::ranges::find(y, b.tid, &Places::tid);
        if (ay == y.end() || by == y.end()) continue;
        const std::array<std::array<const Places*, 2>, 2> places = {{{&a, &b}, {&*ay, &*by}}};
        Intended one{.number = number};
        Fill(one, 0, places);
      }
  }

  void Fill(Intended& one, std::size_t k, const std::array<std::array<const Places*, 2>, 2>& places) {
    if (k == one.length()) {
      detect::PatternKey key(one.number);
      for (std::size_t i = 0; i < k; ++i) key.Add(one.site[i]);
      one.key = key.value();
      if (known_.insert(one.key).second) found_.push_back(one);
      return;
    }
    const detect::TemplateStep& step = detect::kTemplates[one.number].steps[k];
    for (const std::uint32_t site : places[step.other_variable][step.other_thread]->sites[step.writes]) {
      if (Enough()) return;
      one.site[k] = site;
      Fill(one, k + 1, places);
    }
  }

  const std::function<bool()>& over_;
  std::vector<std::vector<Places>> summary_;  // by cell
  std::vector<Intended> found_;
  std::unordered_set<std::uint64_t> known_;
  std::uint64_t turn_ = 0;
  bool enough_ = false;
};

}  // namespace

std::vector<Intended> WhatMayBeIntended(const Run& run, std::uint64_t seed, const std::function<bool()>& over) {
  std::vector<Intended> all = Composer(run, over).All();
  Rng rng(seed);
  for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[rng.Below(i)]);
  return all;
}

}  // namespace reweave::pcr
