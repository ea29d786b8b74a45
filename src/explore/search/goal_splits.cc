// The goals that are about two accesses of one thread to one location, with another thread's between them.
#include "explore/search/goals.h"

namespace reweave::inline search {

namespace {

constexpr std::size_t kMostPairs = 8;  // of a location

}  // namespace

// Two accesses of one thread, and another thread's that came before or after both in this run.
void Goals::AddSplits(Cell& cell, const Access& now) {
  for (const Pair& pair : cell.pairs)
    if (pair.second.tid != now.tid && !order_.SoftlyOrdered(pair.second.tid, pair.second.time, now.tid)) AddSplit(pair, now);
  const Access* mine = nullptr;
  for (const Access& entry : cell.entries)
    if (entry.tid == now.tid) mine = &entry;
  if (mine == nullptr || StopAt(*mine) == StopAt(now)) return;
  Pair pair{*mine, now};
  for (const Access& other : cell.entries)
    if (&other > mine && other.tid != now.tid && other.write) pair.changed = other;
  for (const Access& other : cell.entries) {
    if (other.tid == now.tid) continue;
    if (&other > mine) seen_.insert(SplitKey(pair, other));
    else if (!order_.SoftlyOrdered(other.tid, other.time, now.tid)) AddSplit(pair, other, other.write && !mine->write);
  }
  if (cell.pairs.size() >= kMostPairs) cell.pairs.erase(cell.pairs.begin());
  cell.pairs.push_back(pair);
}

std::uint64_t Goals::SplitKey(const Pair& pair, const Access& other) const {
  return Mix(Mix(KeyOf(StopAt(pair.first)), KeyOf(StopAt(other))), KeyOf(StopAt(pair.second)) + 1);
}

void Goals::AddSplit(const Pair& pair, const Access& other, bool moved) {
  const auto& [first, second, changed] = pair;
  if (!other.write && !(first.write && second.write)) return;
  const Stop from = StopAt(first), between = StopAt(other);
  const Stop before = HoldPlace(first, other), after = HoldPlace(second, other);
  if (before != from && before == after && first.locks == second.locks) return;  // in one section: it cannot come between
  const bool update = !first.write && second.write && other.write;
  const bool old = other.write && !other.no_value && other.value == first.value;
  const Kind kind = old ? kOldValues : moved ? kMoved : update ? kUpdate : kSplit;
  // The second one saw that it changed, after a wait perhaps: another thread may change it back before.
  const bool back = kind == kOldValues && changed && changed->tid != other.tid && !second.write && second.value != first.value;
  if (back && between != StopAt(*changed))
    Want(kSplit, Mix(SplitKey(pair, other), KeyOf(StopAt(*changed))),
         {{from, HoldPlace(*changed, first)}, {StopAt(*changed), HoldPlace(other, *changed)}, {between, after}});
  if (between != from && between != StopAt(second))
    Want(kind, SplitKey(pair, other), {{from, HoldPlace(other, first)}, {between, after}});
  else if (second.write || between == from)  // threads that run the same code: each waits until another one has begun
    Want(kind, SplitKey(pair, other), {{from, HoldPlace(second, first)}});
}

}  // namespace reweave::inline search
