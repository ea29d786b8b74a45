#include <algorithm>

#include "techniques/pcr/patterns.h"

namespace reweave::pcr {

Query Pattern::ToQuery(Kept kept) const {
  Query query;
  query.steps.assign(steps.begin(), steps.begin() + length);
  query.cells.assign(cell.begin(), cell.begin() + cells);
  for (std::size_t i = 0; i < length; ++i)
    if (detect::kTemplates[number].steps[i].writes) query.writing.push_back(steps[i]);
  query.kept = kept;
  return query;
}

Pattern MakePattern(const Run& run, std::initializer_list<EventId> steps, std::initializer_list<bool> writes,
                    std::initializer_list<std::uint32_t> cells) {
  Pattern p;
  detect::Template shape;
  p.length = shape.length = static_cast<std::uint8_t>(steps.size());
  std::ranges::copy(steps, p.steps.begin());
  EventId low = kNoEvent, high = 0;
  const std::uint16_t a = run.events[p.steps[0]].tid;
  std::uint16_t b = a;
  const std::uint32_t x = *cells.begin();
  p.cell = {x, x}, p.cells = 1;
  bool two_threads = true;
  for (std::size_t i = 0; i < p.length; ++i) {
    const std::uint16_t tid = run.events[p.steps[i]].tid;
    if (tid != a && b == a) b = tid;
    two_threads &= tid == a || tid == b;
    const std::uint32_t cell = cells.begin()[i];
    if (cell != x && p.cells == 1) p.cell[1] = cell, p.cells = 2;
    two_threads &= cell == x || cell == p.cell[1];
    shape.steps[i] = {writes.begin()[i], tid != a, cell != x};
    low = std::min(low, p.steps[i]), high = std::max(high, p.steps[i]);
  }
  p.number = two_threads ? detect::NumberOf(shape) : 0;
  p.span = high - low;
  detect::PatternKey key(p.number);
  for (std::size_t i = 0; i < p.length; ++i) key.Add(run.events[p.steps[i]].site);
  p.key = key.value();
  return p;
}

Candidates::Candidates(const Run& run, const RuleOptions& rules, const CandidateLimits& limits)
    : run_(run), rules_(rules), limits_(limits), uses_(run.cells.size()) {
  for (std::size_t cell = 0; cell < run.cells.size(); ++cell) {
    for (const std::uint32_t access : run.cells[cell].accesses) {
      const std::uint16_t tid = run.events[run.accesses[access].event].tid;
      auto own = std::ranges::find(uses_[cell], tid, &Use::tid);
      if (own == uses_[cell].end()) own = uses_[cell].insert(own, Use{tid, {}});
      own->accesses.push_back(access);
    }
  }
}

// Whether the pair leads to a state that the run was not in. What is not known counts as different.
bool Candidates::IsNew(std::uint8_t pattern, const CellAccess& first, const CellAccess& second) const {
  if (pattern == 1) {  // reads what the write replaced
    std::uint64_t old = 0;
    if (second.event > first.event || first.source != second.event) return false;
    return !run_.OldValue(second, &old) || !first.read_known || old != first.read;
  }
  if (pattern == 2) return !first.write_known || !second.read_known || first.written != second.read;
  return second.event < first.event && (!first.write_known || !second.write_known || first.written != second.written);
}

bool Candidates::IsNewState(const Pattern& p) const {
  switch (p.number) {
    case 1:
    case 2:
    case 3: return IsNew(p.number, Step(p, 0), Step(p, 1));
    case 4:
    case 5: return IsNew(2, Step(p, 1), Step(p, 2));
    case 6: return IsNew(2, Step(p, 0), Step(p, 1));
    case 7:
    case 8: return IsNew(3, Step(p, 1), Step(p, 2));
    default: return true;
  }
}

// An access of the thread of `from` and `to`, between the two, to the cell.
bool Candidates::HasBetween(std::uint32_t cell, EventId from, EventId to, bool reads, bool writes) const {
  const std::uint16_t tid = run_.events[from].tid;
  for (const Use& use : uses_[cell]) {
    if (use.tid != tid) continue;
    auto at = std::ranges::upper_bound(use.accesses, from, {}, [this](std::uint32_t n) { return run_.accesses[n].event; });
    for (; at != use.accesses.end() && run_.accesses[*at].event < to; ++at)
      if ((reads && run_.accesses[*at].reads) || (writes && run_.accesses[*at].writes)) return true;
  }
  return false;
}

bool Candidates::Interrupted(const Pattern& p) const {
  if (p.length == 2) {
    for (const Run::Writer& writer : run_.writers[p.cell[0]]) {
      const auto after = std::ranges::partition_point(writer.seqs, [&](std::uint32_t seq) {
        const EventId w = run_.At(writer.tid, seq);
        return w == p.steps[0] || !run_.Before(p.steps[0], w);
      });
      if (after == writer.seqs.end()) continue;
      const EventId w = run_.At(writer.tid, *after);
      if (w != p.steps[1] && run_.Before(w, p.steps[1])) return true;
    }
    return false;
  }
  if (p.length == 3) return HasBetween(p.cell[0], p.steps[0], p.steps[2], rules_.paper5 || p.number != 6, true);
  const auto& shape = detect::kTemplates[p.number];
  for (const bool other : {false, true}) {
    EventId first = kNoEvent, second = kNoEvent;
    bool writes = false;
    for (std::size_t i = 0; i < 4; ++i) {
      if (shape.steps[i].other_thread != other) continue;
      (first == kNoEvent ? first : second) = p.steps[i];
      writes = shape.steps[i].writes;
    }
    for (const std::uint32_t cell : p.cell)
      if (HasBetween(cell, first, second, rules_.paper5 || !writes, rules_.paper5 || writes)) return true;
  }
  return false;
}

bool Candidates::IsImpossibleOrder(const Pattern& p) const {
  for (std::size_t i = 0; i < p.length; ++i)
    for (std::size_t j = i + 1; j < p.length; ++j)
      if (run_.Before(p.steps[j], p.steps[i])) return true;
  return false;
}

// One thread holds a lock from its first to its last step, the other holds it, too.
bool Candidates::LockAtomic(const Pattern& p) const {
  if (p.length == 2) return false;
  const auto& shape = detect::kTemplates[p.number];
  EventId a[2] = {kNoEvent, kNoEvent}, b[2] = {kNoEvent, kNoEvent};
  for (std::size_t i = 0; i < p.length; ++i) {
    EventId* of = shape.steps[i].other_thread ? b : a;
    (of[0] == kNoEvent ? of[0] : of[1]) = p.steps[i];
  }
  if (b[1] == kNoEvent) b[1] = b[0];
  for (std::uint32_t at = run_.events[a[0]].held; at != kNone; at = run_.holds[at].next) {
    const std::uint32_t own = run_.holds[at].region;
    const std::uint32_t lock = run_.regions[own].lock;
    std::uint32_t last = 0, first_other = 0, last_other = 0;
    if (!run_.HasLock(a[1], lock, &last) || last != own) continue;
    if (!run_.HasLock(b[0], lock, &first_other) || !run_.HasLock(b[1], lock, &last_other) || first_other != last_other) continue;
    if (run_.regions[own].mode == LockMode::kExclusive || run_.regions[first_other].mode == LockMode::kExclusive) return true;
  }
  return false;
}

int Candidates::Drop(const Pattern& p, const IsKnown& known) const {
  const auto on = [this](int rule) { return !rules_.off[static_cast<std::size_t>(rule)]; };
  if (p.number == 0) return 1;
  if (on(2) && known && known(p.key)) return 2;
  if (on(3) && IsImpossibleOrder(p)) return 3;
  if (on(4) && p.length < 4 && !IsNewState(p)) return 4;
  if (on(5) && Interrupted(p)) return 5;
  if (on(6) && p.length == 4) {
    // The pairs on x and on y, each in the order of its steps.
    bool any = false;
    for (const bool other : {false, true}) {
      std::size_t first = 4, second = 4;
      for (std::size_t i = 0; i < 4; ++i)
        if (detect::kTemplates[p.number].steps[i].other_variable == other) (first == 4 ? first : second) = i;
      const std::uint8_t pair = p.Writes(first) ? (p.Writes(second) ? 3 : 2) : 1;
      any |= IsNew(pair, Step(p, first), Step(p, second));
    }
    if (!any) return 6;
  }
  if (on(7) && LockAtomic(p)) return 7;
  return 0;
}

}  // namespace reweave::pcr
