// Random runs: the detector against a slow reading of the rules (explicit edges, transitive closure, all pairs).
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <bitset>
#include <optional>
#include <set>

#include "detect/patterns.h"
#include "detect/races.h"
#include "detect/testing.h"
#include "trace/testing_units.h"

namespace reweave::detect {
namespace {

using Kind = abi::EventKind;
constexpr std::size_t kMost = 128;
using Set = std::bitset<kMost>;

bool IsWrite(const abi::Event& e) { return e.kind == Kind::kWrite || e.kind == Kind::kAtomicWrite || e.kind == Kind::kAtomicRmw; }
bool IsAtomic(const abi::Event& e) {
  return e.kind == Kind::kAtomicRead || e.kind == Kind::kAtomicWrite || e.kind == Kind::kAtomicRmw;
}
bool IsAccess(const abi::Event& e) { return IsPlainAccess(e.kind) || IsAtomic(e); }
bool Acquires(const abi::Event& e) { return e.order == 2 || e.order == 4 || e.order == 5; }
bool Releases(const abi::Event& e) { return e.order == 3 || e.order == 4 || e.order == 5; }

class Oracle {
 public:
  explicit Oracle(const Trace& trace) : events_(trace.events) { locks_.resize(events_.size()); }

  // Keys of the races, or of races and potential races.
  std::set<std::uint64_t> Keys(bool locks_order) {
    Close(locks_order);
    FindLocks();
    std::set<std::uint64_t> keys;
    for (std::size_t j = 0; j < events_.size(); ++j)
      for (std::size_t i = 0; i < j; ++i) {
        const abi::Event& a = events_[i];
        const abi::Event& b = events_[j];
        if (!IsAccess(a) || !IsAccess(b) || a.tid == b.tid || (!IsWrite(a) && !IsWrite(b)) || (IsAtomic(a) && IsAtomic(b)))
          continue;
        if (a.obj >= b.obj + b.size || b.obj >= a.obj + a.size || before_[j][i]) continue;
        if (!locks_order && Common(locks_[i], locks_[j])) continue;
        RacePair pair;
        pair.first = {0, a.tid, IsWrite(a), IsAtomic(a), a.site, a.caller};
        pair.second = {0, b.tid, IsWrite(b), IsAtomic(b), b.site, b.caller};
        keys.insert(pair.key());
      }
    return keys;
  }

 private:
  void Close(bool locks_order) {
    before_.assign(events_.size(), {});
    for (std::size_t j = 0; j < events_.size(); ++j)
      for (std::size_t i = j; i-- > 0;)
        if (Edge(i, j, locks_order)) before_[j] |= before_[i], before_[j].set(i);
  }

  bool Edge(std::size_t i, std::size_t j, bool locks_order) const {
    const abi::Event& a = events_[i];
    const abi::Event& b = events_[j];
    if (a.tid == b.tid) return true;
    if (a.kind == Kind::kCreate && b.kind == Kind::kBegin) return a.value == b.tid;
    if (a.kind == Kind::kUnlock && b.kind == Kind::kLock) return locks_order && a.obj == b.obj;
    if (a.kind == Kind::kSemPost && b.kind == Kind::kSemWait) return a.obj == b.obj;
    return Synchronises(i, j);
  }

  // Release operation i (store, rmw or fence) with acquire operation j (load, rmw or fence).
  bool Synchronises(std::size_t i, std::size_t j) const {
    const abi::Event& a = events_[i];
    const abi::Event& b = events_[j];
    if (!Releases(a) || !Acquires(b)) return false;
    for (std::size_t r = 0; r <= j; ++r) {  // a read that stands for b
      if (events_[r].kind != Kind::kAtomicRead && events_[r].kind != Kind::kAtomicRmw) continue;
      if (b.kind == Kind::kFence ? events_[r].tid != b.tid || r == j : r != j) continue;
      for (std::size_t w = 0; w < r; ++w) {  // a write that stands for a
        if (events_[w].kind != Kind::kAtomicWrite && events_[w].kind != Kind::kAtomicRmw) continue;
        if (a.kind == Kind::kFence ? events_[w].tid != a.tid || w < i : w != i) continue;
        if (events_[w].obj == events_[r].obj && InSequence(w, r)) return true;
      }
    }
    return false;
  }
  // Does r read w or a read-modify-write of w's release sequence?
  bool InSequence(std::size_t w, std::size_t r) const {
    for (std::size_t k = w + 1; k < r; ++k)
      if (events_[k].obj == events_[w].obj && (events_[k].kind == Kind::kAtomicWrite || events_[k].kind == Kind::kWrite))
        return false;
    return true;
  }

  void FindLocks() {
    std::map<unsigned, std::set<std::uint64_t>> held;
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const abi::Event& e = events_[i];
      if (e.kind == Kind::kLock) held[e.tid].insert(e.obj);
      if (e.kind == Kind::kUnlock) held[e.tid].erase(e.obj);
      locks_[i] = held[e.tid];
    }
  }
  static bool Common(const std::set<std::uint64_t>& a, const std::set<std::uint64_t>& b) {
    for (const std::uint64_t lock : a)
      if (b.contains(lock)) return true;
    return false;
  }

  const std::vector<abi::Event>& events_;
  std::vector<Set> before_;
  std::vector<std::set<std::uint64_t>> locks_;
};

unsigned Upto(unsigned n) { return *rc::gen::inRange(0u, n); }

Trace RandomRun() {
  RunText run;
  const unsigned threads = 2 + Upto(3);
  run.Threads(threads);
  std::map<std::uint64_t, unsigned> owner;  // of a lock
  const std::memory_order orders[] = {std::memory_order_relaxed, std::memory_order_acquire, std::memory_order_release,
                                      std::memory_order_acq_rel, std::memory_order_seq_cst};
  const unsigned length = Upto(80);
  for (unsigned i = 0; i < length; ++i) {
    const unsigned t = Upto(threads + 1), site = 1 + Upto(12), at = Upto(2);
    const std::uint64_t x = 0x1000 + 4 * Upto(5), lock = 0x2000 + 64 * Upto(2);
    const std::memory_order order = orders[Upto(5)];
    switch (Upto(10)) {
      case 0:
      case 1: run.Read(t, site, x + Upto(4), 1 + Upto(8)); break;
      case 2:
      case 3: run.Write(t, site, x + Upto(4), 1 + Upto(8)); break;
      case 4: run.Load(t, site, 0x3000 + 8 * at, order); break;
      case 5: run.Store(t, site, 0x3000 + 8 * at, order); break;
      case 6: run.Rmw(t, site, 0x3000 + 8 * at, order); break;
      case 7: run.Fence(t, orders[1 + Upto(4)]); break;
      case 8:
        if (!owner.contains(lock)) run.Lock(t, lock), owner[lock] = t;
        else run.Unlock(owner[lock], lock), owner.erase(lock);
        break;
      default:
        if (Upto(2)) run.Point(t, Kind::kSemPost, 0, 0x4000, 1);
        else if (Upto(3) == 0) run.Point(t, Kind::kSemWait, 0, 0x4000, 0);
        else run.Write(t, site, 0x3000 + 8 * at);  // a plain write to an atomic
    }
  }
  return run.Trace();
}

TEST(Oracle, RacesAndPotentialRacesOfRandomRuns) {
  RaceDetector detector;  // one for all: nothing may leak from run to run
  EXPECT_TRUE(rc::check("the detector finds exactly the pairs of the rules", [&] {
    const Trace trace = RandomRun();
    RC_PRE(trace.events.size() < kMost);
    detector.Analyse(trace);
    std::set<std::uint64_t> races, all;
    for (const RacePair& pair : detector.pairs()) {
      all.insert(pair.key());
      if (!pair.potential) races.insert(pair.key());
    }
    Oracle oracle(trace);
    const auto expected = oracle.Keys(true);
    auto potential = oracle.Keys(false);
    potential.insert(expected.begin(), expected.end());
    RC_ASSERT(races == expected);
    RC_ASSERT(all == potential);
  }));
}

TEST(Oracle, AccessesInTheShortFormGiveTheSame) {
  RaceDetector long_races, short_races;
  PatternCoverage long_patterns, short_patterns;  // over all runs
  EXPECT_TRUE(rc::check("detectors that leave out memory of one thread find what they find without", [&] {
    Trace trace = RandomRun();
    for (abi::Event& event : trace.events) {
      if (!IsPlainAccess(event.kind) || Upto(4) == 0) continue;
      event.flags &= static_cast<std::uint8_t>(~abi::kPoint);
      if (Upto(2)) event.obj += 0x10000 * event.tid;  // memory of its own
      if (Upto(2)) event.size = 4;
    }
    Trace in_short = trace;
    in_short.events = InShort(trace.events, [] { return Upto(4) != 0; });
    long_races.Analyse(trace), short_races.Analyse(in_short);
    RC_ASSERT(long_races.pairs().size() == short_races.pairs().size());
    for (std::size_t i = 0; i < long_races.pairs().size(); ++i) {
      const RacePair &a = long_races.pairs()[i], &b = short_races.pairs()[i];
      RC_ASSERT(a.key() == b.key() && a.first.event == b.first.event && a.second.event == b.second.event);
      RC_ASSERT(a.address == b.address && a.potential == b.potential && a.occurrences == b.occurrences);
    }
    RC_ASSERT(long_races.racing().size() == short_races.racing().size());
    long_patterns.Analyse(trace), short_patterns.Analyse(in_short);
    const auto same = [](const PatternInstance& a, const PatternInstance& b) { return a.key == b.key && a.events == b.events; };
    RC_ASSERT(std::ranges::equal(long_patterns.fresh(), short_patterns.fresh(), same));
    RC_ASSERT(std::ranges::equal(long_patterns.unserialisable(), short_patterns.unserialisable(), same));
    RC_ASSERT(!in_short.events.unpacked());  // nobody asked for all
  }));
}

}  // namespace
}  // namespace reweave::detect
