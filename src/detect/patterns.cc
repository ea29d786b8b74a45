#include "detect/patterns.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "abi/annotations.h"
#include "detect/races.h"

namespace reweave::detect {

using abi::Event;
using abi::EventKind;

namespace {

constexpr std::size_t kWindow = 256;
constexpr std::size_t kMostReads = 4;  // of a site in a thread that are kept between two writes
constexpr std::uint32_t kNone = ~0u;
constexpr std::uint64_t kMostGranules = 64;  // of a range that are looked at

}  // namespace

const char* PatternText(std::uint8_t pattern) { return kTemplateTexts[pattern < kTemplateTexts.size() ? pattern : 0]; }

void PatternCoverage::Analyse(const Trace& trace, bool length4) {
  granules_.Clear(), seen_.Clear(), seen_triples_.Clear(), seen_pending_.Clear();
  used_ = 0;
  window_.clear(), window_next_ = 0;
  fresh_.clear(), broken_.clear(), triples_.clear(), region_.clear(), pending_.clear();
  clocks_.Clear();
  trace.events.ForMet([&](const Event& event, std::uint32_t i) {
    switch (event.kind) {
      case EventKind::kRead:
      case EventKind::kWrite:
      case EventKind::kAtomicRead:
      case EventKind::kAtomicWrite:
      case EventKind::kAtomicRmw: Access(event, i, length4); break;
      case EventKind::kAnnotate:
        if (region_.size() <= event.tid) region_.resize(event.tid + 1u);
        if (event.value == static_cast<std::uint64_t>(abi::Annotation::kAtomicBegin)) region_[event.tid] = i + 1;
        if (event.value == static_cast<std::uint64_t>(abi::Annotation::kAtomicEnd)) region_[event.tid] = 0;
        break;
      case EventKind::kCreate:
      case EventKind::kBegin:
      case EventKind::kEnd:
      case EventKind::kJoin: clocks_.See(event, i + 1); break;
      default: break;
    }
  });
  CountPending();
}

void PatternCoverage::Access(const Event& event, std::uint32_t index, bool length4) {
  const Step step{index, event.site, event.tid};
  const bool reads = event.kind != EventKind::kWrite && event.kind != EventKind::kAtomicWrite;
  const bool writes = event.kind != EventKind::kRead && event.kind != EventKind::kAtomicRead;
  const std::uint64_t end = event.obj + std::max<std::uint64_t>(AccessSize(event), 1);
  const std::uint64_t last = std::min((end - 1) >> 3, (event.obj >> 3) + kMostGranules);
  for (std::uint64_t g = event.obj >> 3; g <= last; ++g) {
    const std::uint64_t from = std::max(event.obj, g << 3) - (g << 3), to = std::min(end, (g + 1) << 3) - (g << 3);
    auto left = static_cast<std::uint8_t>(((1u << to) - 1) & ~((1u << from) - 1));
    std::uint32_t& first = granules_[g];  // + 1
    for (std::uint32_t at = first - 1; at != kNone && left != 0; at = locations_[at].next) {
      const auto common = static_cast<std::uint8_t>(locations_[at].mask & left);
      if (common == 0) continue;
      if (common != locations_[at].mask) {  // cut: the rest keeps what was there
        const std::uint32_t rest = NewLocation(first - 1);
        first = rest + 1;
        Copy(at, rest);
        locations_[rest].mask = static_cast<std::uint8_t>(locations_[at].mask & ~common);
        locations_[at].mask = common;
      }
      left = static_cast<std::uint8_t>(left & ~common);
      Visit(at, step, reads, writes, length4);
    }
    if (left == 0) continue;
    const std::uint32_t fresh = NewLocation(first - 1);
    first = fresh + 1;
    locations_[fresh].mask = left;
    Visit(fresh, step, reads, writes, length4);
  }
}

std::uint32_t PatternCoverage::NewLocation(std::uint32_t next) {
  if (used_ == locations_.size()) locations_.emplace_back();
  Location& fresh = locations_[used_];
  fresh.mask = 0, fresh.shared = false, fresh.next = next, fresh.known_site = kNone;
  fresh.now.written = fresh.before.written = false;
  fresh.now.readers.clear(), fresh.before.readers.clear();
  fresh.writes = {};
  return used_++;
}

void PatternCoverage::Copy(std::uint32_t from, std::uint32_t to) {
  const std::uint32_t next = locations_[to].next;
  locations_[to] = locations_[from];
  locations_[to].next = next;
}

void PatternCoverage::Visit(std::uint32_t at, const Step& step, bool reads, bool writes, bool length4) {
  if (reads) Read(at, step, length4);
  if (writes) Write(at, step, length4);
  Location& x = locations_[at];
  if (reads) {  // a read-modify-write is the first reader of the epoch it opens
    const auto same = [&step](const Step& r) { return r.tid == step.tid && r.site == step.site; };
    // The first and the latest few: which of them matters for two variables depends on what comes between.
    std::size_t count = 0, last = 0;
    for (std::size_t i = 0; i < x.now.readers.size(); ++i)
      if (same(x.now.readers[i])) ++count, last = i;
    if (count < kMostReads) x.now.readers.push_back(step);
    else x.now.readers[last].event = step.event;
  }
  if (x.shared) Use(at, step, writes);
  if (x.shared && reads && writes) Use(at, step, false);
}

void PatternCoverage::Read(std::uint32_t at, const Step& step, bool length4) {
  const Location& x = locations_[at];
  if (!x.now.written || x.now.writer.tid == step.tid) return;
  Found2(2, x.now.writer, step, at, length4);
  for (const Step& reader : x.before.readers)
    if (reader.tid == step.tid) Found3(4, reader, x.now.writer, step, at);
  if (x.before.written && x.before.writer.tid == step.tid) Found3(5, x.before.writer, x.now.writer, step, at);
}

void PatternCoverage::Write(std::uint32_t at, const Step& step, bool length4) {
  Location& x = locations_[at];
  for (std::size_t i = 0; i < x.now.readers.size(); ++i) {
    const Step reader = x.now.readers[i];
    if (reader.tid == step.tid) continue;
    Found2(1, reader, step, at, length4);
    if (x.now.written && x.now.writer.tid == step.tid) Found3(6, x.now.writer, reader, step, at);
  }
  if (x.now.written && x.now.writer.tid != step.tid) {
    Found2(3, x.now.writer, step, at, length4);
    for (const Step& reader : x.before.readers)
      if (reader.tid == step.tid) Found3(7, reader, x.now.writer, step, at);
    if (x.before.written && x.before.writer.tid == step.tid) Found3(8, x.before.writer, x.now.writer, step, at);
    // A read-modify-write between two writes of another thread is the read of P6, too.
    const auto reads_too = [&x](const Step& r) { return r.event == x.now.writer.event; };
    if (x.before.written && x.before.writer.tid == step.tid && std::ranges::any_of(x.now.readers, reads_too))
      Found3(6, x.before.writer, x.now.writer, step, at);
  }
  std::swap(x.before, x.now);
  x.now.written = true;
  x.now.writer = step;
  x.now.readers.clear();
  std::ranges::rotate(x.writes, x.writes.end() - 1);
  x.writes[0] = step.event + 1;
}

void PatternCoverage::Cover(std::uint8_t pattern, std::initializer_list<Step> steps, std::uint32_t x, std::uint32_t y,
                            bool broken) {
  PatternKey name(pattern);
  for (const Step& step : steps) name.Add(step.site);
  Found found{.pattern = {pattern, static_cast<std::uint8_t>(steps.size()), {}, name.value()},
              .steps = {},
              .x = x,
              .y = y,
              .broken = broken};
  std::ranges::copy(steps, found.steps.begin());
  for (std::size_t i = 0; i < steps.size(); ++i) found.pattern.events[i] = found.steps[i].event;
  if (IsShared(x) && IsShared(y)) return Count(found);
  name.Add(x), name.Add(y);
  if (char& seen = seen_pending_[name.value()]; seen == 0) seen = 1, pending_.push_back(found);
}

void PatternCoverage::Count(const Found& found) {
  const PatternInstance& instance = found.pattern;
  if (instance.steps == 3) {
    if (char& seen = seen_triples_[instance.key]; seen == 0) seen = 1, triples_.push_back(instance);
    const auto same = [&](const PatternInstance& other) { return other.key == instance.key; };
    if (found.broken && std::ranges::none_of(broken_, same)) broken_.push_back(instance);
  }
  char& seen = seen_[instance.key];
  if (seen != 0) return;
  seen = 1;
  if (!keys_.insert(instance.key).second) return;
  if (instance.steps == 2) pairs_.insert(instance.key);
  fresh_.push_back(instance);
}

void PatternCoverage::CountPending() {
  bool more = false;
  for (const Found& found : pending_) {
    if (!IsShared(found.x) || !IsShared(found.y)) continue;
    const Template& shape = kTemplates[found.pattern.pattern];
    for (std::uint8_t i = 0; i < shape.length; ++i)
      Use(shape.steps[i].other_variable ? found.y : found.x, found.steps[i], shape.steps[i].writes);
    Count(found);
    more = true;
  }
  const auto last = [](const PatternInstance& instance) {
    return std::pair(instance.events[instance.steps - 1u], instance.pattern);
  };
  if (more) std::ranges::sort(fresh_, {}, last);
}

void PatternCoverage::Found2(std::uint8_t pattern, const Step& a, const Step& b, std::uint32_t location, bool length4) {
  // Of all pairs in conflict only neighbours come here. If all of those are ordered, so are the others.
  if (!IsShared(location) && a.event >= clocks_.Before(b.tid, a.tid)) ShareLocation(location);
  Cover(pattern, {a, b}, location, location);
  if (!length4) return;
  const Pair pair{pattern, a, b, location};
  for (const Pair& older : window_) Join4(older, pair);
  if (window_.size() < kWindow) window_.push_back(pair);
  else window_[window_next_++ % kWindow] = pair;
}

void PatternCoverage::Found3(std::uint8_t pattern, const Step& a, const Step& b, const Step& c, std::uint32_t location) {
  const bool inside = a.tid < region_.size() && region_[a.tid] != 0 && a.event + 1 > region_[a.tid];
  Cover(pattern, {a, b, c}, location, location, inside);
}

// Two pairs on different variables with swapped roles, the newer one ends with the current event.
void PatternCoverage::Join4(const Pair& older, const Pair& newer) {
  if (older.location == newer.location || older.first.tid != newer.second.tid || older.second.tid != newer.first.tid) return;
  const bool swap = newer.first.event < older.first.event;  // x is the variable of the first step
  const Pair& x = swap ? newer : older;
  const Pair& y = swap ? older : newer;
  const int row = x.pattern == 3 && y.pattern == 3   ? 0
                  : x.pattern == 2 && y.pattern == 1 ? 1
                  : x.pattern == 1 && y.pattern == 2 ? 2
                                                     : -1;
  if (row < 0) return;
  const int order = x.second.event < y.first.event ? 0 : x.second.event < y.second.event ? 1 : 2;
  if (x.first.event == y.first.event || x.second.event == y.second.event || x.second.event == y.first.event) return;
  constexpr std::uint8_t kPattern[3][3] = {{9, 10, 11}, {12, 13, 17}, {14, 15, 16}};
  const std::array<Step, 4> steps = order == 0   ? std::array{x.first, x.second, y.first, y.second}
                                    : order == 1 ? std::array{x.first, y.first, x.second, y.second}
                                                 : std::array{x.first, y.first, y.second, x.second};
  if (!OnlySteps(x.location, steps) || !OnlySteps(y.location, steps)) return;
  Cover(kPattern[row][order], {steps[0], steps[1], steps[2], steps[3]}, x.location, y.location);
}

// No write to the location since the first step but by steps. The current event's own write may not be noted yet.
bool PatternCoverage::OnlySteps(std::uint32_t location, const std::array<Step, 4>& steps) const {
  for (const std::uint32_t write : locations_[location].writes) {
    if (write == 0 || write - 1 < steps[0].event) return true;
    if (std::ranges::none_of(steps, [&](const Step& s) { return s.event == write - 1; })) return false;
  }
  return true;
}

// --- How many there could be -----------------------------------------------------------------------------------------

std::uint32_t PatternCoverage::GroupOf(std::uint32_t site) const {
  for (;;) {
    const auto found = sites_.find(site);
    if (found == sites_.end() || found->second.group == site) return site;
    site = found->second.group;
  }
}

void PatternCoverage::Use(std::uint32_t location, const Step& step, bool writes) {
  const auto [entry, is_new] = sites_.try_emplace(step.site);
  if (is_new) entry->second.group = step.site;
  (writes ? entry->second.writes : entry->second.reads) = true;
  std::uint32_t& known = locations_[location].known_site;
  if (known == kNone) known = step.site;
  Unite(known, step.site);
}

void PatternCoverage::Unite(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t first = GroupOf(a), second = GroupOf(b);
  if (first != second) sites_[std::max(first, second)].group = std::min(first, second);
}

void PatternCoverage::ShareLocation(std::uint32_t location) {
  locations_[location].shared = true;
  const Location& x = locations_[location];
  for (const Epoch* epoch : {&x.before, &x.now}) {
    if (epoch->written) Use(location, epoch->writer, true);
    for (const Step& reader : epoch->readers) Use(location, reader, false);
  }
}

void PatternCoverage::Merge(const PatternCoverage& other) {
  keys_.insert(other.keys_.begin(), other.keys_.end());
  pairs_.insert(other.pairs_.begin(), other.pairs_.end());
  for (const auto& [site, use] : other.sites_) {
    const auto [entry, is_new] = sites_.try_emplace(site);
    if (is_new) entry->second.group = site;
    entry->second.reads |= use.reads, entry->second.writes |= use.writes;
  }
  for (const auto& [site, use] : other.sites_) Unite(site, use.group);  // its group is a site of the other's, too
}

Denominators PatternCoverage::Possible(const std::function<std::string(std::uint32_t)>& class_of) const {
  std::map<std::string, SiteCounts> counts;
  for (const auto& [site, use] : sites_) {
    std::string name = class_of ? class_of(site) : std::string();
    if (name.empty()) name = "#" + std::to_string(GroupOf(site));
    SiteCounts& count = counts[name];
    count.reading += use.reads, count.writing += use.writes;
  }
  std::vector<SiteCounts> variables;
  for (const auto& [name, count] : counts) variables.push_back(count);
  return CountPossible(variables);
}

}  // namespace reweave::detect
