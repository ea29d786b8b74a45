#include <algorithm>

#include "witness/language.h"

namespace witness {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 0x1234567) {}
  int Below(int limit) { return static_cast<int>(Next() % static_cast<std::uint64_t>(limit)); }
  bool OneIn(int n) { return Below(n) == 0; }

 private:
  std::uint64_t Next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Program Make() {
    Program p;
    const int workers = 1 + random_.Below(3);
    kinds_ = random_.Below(1 << kGroups) | 1 << random_.Below(kGroups);  // a few kinds of things, so that they meet
    // Plain data only under mutex 0, beside other steps: it never races, so no search has a point at it.
    locked_ = random_.OneIn(3);
    shared_lock_ = locked_ && random_.OneIn(3);
    timed_ = random_.OneIn(4);
    if (locked_) kinds_ = (kinds_ | 1 << kMutexGroup | 1 << kAtomicGroup) & ~(1 << kHeapGroup | 1 << kRwGroup | 1 << kPlainGroup);
    p.joined.resize(static_cast<std::size_t>(workers) + 1, true);
    const bool loose = random_.OneIn(3);
    for (std::size_t t = 1; t < p.joined.size(); ++t) p.joined[t] = !loose || random_.OneIn(3);
    for (int& s : p.semaphores) s = random_.Below(2);
    if (random_.OneIn(3)) p.handler = Handler();
    handler_ = p.uses_signals();
    for (int t = 0; t <= workers; ++t) {
      std::vector<Op> ops;
      const int wanted = (t == 0 ? 0 : 1) + random_.Below(t == 0 ? 3 : 5);
      while (static_cast<int>(ops.size()) < wanted) Statement(ops);
      if (t == 0 && p.uses_signals())
        for (int n = 1 + random_.OneIn(4); n > 0; --n)
          ops.insert(ops.begin() + random_.Below(static_cast<int>(ops.size()) + 1) * 0,
                     {Kind::kKill, 1 + random_.Below(workers)});
      if (Has(kBarrierGroup) && random_.OneIn(2)) ops.push_back({Kind::kBarrier, 0}), ++p.barriers[0];
      if (random_.OneIn(10)) ops.push_back({Kind::kExit, random_.Below(3), random_.Below(3)});
      else if (random_.OneIn(t == 0 ? 8 : 12)) ops.push_back({Kind::kLeave});
      if (ops.size() > 7) ops.clear();
      p.threads.push_back(std::move(ops));
    }
    Recount(p);
    return p;
  }

  // In one of three programs, threads end the process if they observed something. From numbers of its own: the rest of the
  // program stays as it is.
  static void AddEnds(Program& p, std::uint64_t seed) {
    Random random(~seed);
    if (!random.OneIn(3)) return;
    for (auto& ops : p.threads) {
      std::size_t tried = 0;
      int left = 0;  // operations that the last one that tried decides about
      for (std::size_t i = 0; i < ops.size(); ++i) {
        const bool inside = left > 0;
        if (inside) --left;
        const bool tries = Tries(ops[i].kind);
        if (tries) tried = i, left = ops[i].b;
        if (tries || !Observes(ops[i].kind) || random.OneIn(2)) continue;
        ops.insert(ops.begin() + static_cast<std::ptrdiff_t>(++i), {Kind::kEndIf, random.Below(3), random.Below(kWays)});
        if (inside) ++ops[tried].b;
      }
    }
  }

  // In half of the programs, what the rest of the language does not have. From numbers of its own, too.
  static void AddMore(Program& p, std::uint64_t seed) {
    Random random(seed ^ 0x5eed5eed5eedull);
    if (random.OneIn(2)) return;
    p.passes_misuse = random.OneIn(2);
    if (random.OneIn(3)) p.second = random.OneIn(2) ? MutexKind::kRecursive : MutexKind::kChecks;
    if (random.OneIn(3)) p.semaphores[random.Below(kSemaphores)]++;
    for (int n = 1 + random.Below(3); n > 0; --n) {
      const int t = random.Below(static_cast<int>(p.threads.size()));
      auto& ops = p.threads[static_cast<std::size_t>(t)];
      const std::vector<Op> more = More(p, t, random);
      const std::size_t at = Place(ops, random);
      ops.insert(ops.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
    }
  }

 private:
  // Not among operations that may be skipped.
  static std::size_t Place(const std::vector<Op>& ops, Random& random) {
    std::vector<std::size_t> places;
    int left = 0;
    for (std::size_t i = 0; i <= ops.size(); ++i) {
      if (left == 0) places.push_back(i);
      else --left;
      if (i < ops.size() && Tries(ops[i].kind)) left = ops[i].b;
    }
    return places[static_cast<std::size_t>(random.Below(static_cast<int>(places.size())))];
  }

  static std::vector<Op> More(const Program& p, int t, Random& random) {
    const Op step{Kind::kFetchAdd, random.Below(kAtomics), 1};
    const int m = random.Below(kMutexes), a = random.Below(kAtomics);
    const bool writes = random.OneIn(2);
    switch (random.Below(12)) {
      case 0: return {{Kind::kUnlock, m}};
      case 1: return {{Kind::kUnlock, 1}};
      case 2: return {{Kind::kRwUnlock, 0}};
      case 3: return {{Kind::kSpinUnlock, 0}};
      case 4: return {{writes ? Kind::kTimedWrite : Kind::kTimedRead, 0, 2}, step, {Kind::kRwUnlock, 0}};
      case 5: return {{writes ? Kind::kWriteLock : Kind::kReadLock, 0}, step, {Kind::kRwUnlock, 0}};
      case 6: return {{Kind::kSpinLock, 0}, step, {Kind::kSpinUnlock, 0}};
      case 7: return {{Kind::kSpinTry, 0, 2}, step, {Kind::kSpinUnlock, 0}};
      case 8: return {{Kind::kLock, 1}, {Kind::kLock, 1}, {Kind::kUnlock, 1}, {Kind::kUnlock, 1}};
      case 9: return {{Kind::kSemValue, random.Below(kSemaphores)}};
      case 10:
        if (!p.uses_signals()) return {{writes ? Kind::kFutexWait : Kind::kFutexWake, a}};  // a handler would interrupt it
        return {step};
      default:
        if (p.uses_signals() && t > 1 && p.joined[static_cast<std::size_t>(t)] && p.joined[static_cast<std::size_t>(t) - 1])
          return {{Kind::kKill, t - 1}};
        return {{Kind::kStore, a, 1}, {Kind::kFutexWake, a}};
    }
  }

  static bool Observes(Kind kind) {
    return kind == Kind::kRead || kind == Kind::kLook || kind == Kind::kLoad || kind == Kind::kFetchAdd ||
           kind == Kind::kExchange || kind == Kind::kTimedWait || kind == Kind::kSemTry || kind == Kind::kSemTimed ||
           kind == Kind::kSemValue || kind == Kind::kFutexWait || kind == Kind::kFutexWake;
  }

  enum Group {
    kPlainGroup,
    kAtomicGroup,
    kMutexGroup,
    kRwGroup,
    kConditionGroup,
    kSemaphoreGroup,
    kBarrierGroup,
    kHeapGroup,
    kGroups
  };
  bool Has(int group) const { return (kinds_ >> group & 1) != 0; }

  static void Recount(Program& p) {
    std::fill(std::begin(p.barriers), std::end(p.barriers), 0);
    for (const auto& ops : p.threads)
      for (const Op& op : ops)
        if (op.kind == Kind::kBarrier) ++p.barriers[op.a];
  }

  std::vector<Op> Handler() {
    switch (random_.Below(4)) {
      case 0: return {{Kind::kFetchAdd, random_.Below(kAtomics), 1}};
      case 1: return {{Kind::kStore, 0, 2}, {Kind::kStore, 1, 2}};
      case 2: return {{Kind::kSemPost, random_.Below(kSemaphores)}};
      default: {
        const int m = locked_ ? 0 : random_.Below(kMutexes);
        if (shared_lock_) return {{Kind::kFetchAdd, 1, 2}};
        return {{Kind::kLock, m}, {Kind::kWrite, 0, 3}, {Kind::kUnlock, m}};
      }
    }
  }

  Op Simple() {
    const int v = random_.Below(kPlain), value = 1 + random_.Below(2);
    const bool atomic = Has(kAtomicGroup) && (!Has(kPlainGroup) || random_.OneIn(2));  // always if plain data is under a lock
    if (atomic) {
      switch (random_.Below(4)) {
        case 0: return {Kind::kLoad, v};
        case 1: return {Kind::kStore, v, value};
        case 2: return {Kind::kFetchAdd, v, value};
        default: return {Kind::kExchange, v, value};
      }
    }
    if (Has(kHeapGroup) && random_.OneIn(2)) {
      switch (random_.Below(5)) {
        case 0:
        case 1: return {Kind::kLook, 0};
        case 2:
        case 3: return {Kind::kFill, 0, value};
        default: return {Kind::kFree, 0};
      }
    }
    switch (random_.Below(7)) {
      case 0:
      case 1: return {Kind::kRead, v};
      case 2:
      case 3: return {Kind::kWrite, v, value};
      case 4:
      case 5: return {Kind::kAdd, v, 1};
      default: return {Kind::kAssert, v, 1 + random_.Below(3)};
    }
  }

  Op PlainUnderLock() {
    const int v = random_.Below(kPlain);
    switch (random_.Below(4)) {
      case 0: return {Kind::kWrite, v, 1 + random_.Below(2)};
      case 1: return {Kind::kAdd, v, 1};
      case 2: return {Kind::kAssert, v, 1 + random_.Below(3)};
      default: return {Kind::kRead, v};
    }
  }

  // What else may happen in a critical section: a step of its own between the lock and the data.
  void OtherStep(std::vector<Op>& ops) {
    switch (random_.Below(6)) {
      case 0: ops.push_back({Kind::kSemPost, random_.Below(kSemaphores)}); return;
      case 1: ops.push_back({Kind::kSemTry, random_.Below(kSemaphores)}); return;
      case 2: ops.push_back({Kind::kSignal, random_.Below(kConditions)}); return;
      case 3: ops.insert(ops.end(), {{Kind::kLock, 1}, {Kind::kUnlock, 1}}); return;
      default: ops.push_back(Simple()); return;
    }
  }

  void Locked(std::vector<Op>& ops) {
    if (shared_lock_) return LockedShared(ops);
    ops.push_back({Kind::kLock, 0});
    if (random_.OneIn(4)) ops.push_back({timed_ ? Kind::kTimedWait : Kind::kWaitWhile, random_.Below(kConditions), 0});
    if (random_.OneIn(2)) ops.push_back(PlainUnderLock());
    if (!random_.OneIn(4)) OtherStep(ops);
    ops.push_back(PlainUnderLock());
    ops.push_back({Kind::kUnlock, 0});
  }

  // The same under the read-write lock: readers look, writers do anything.
  void LockedShared(std::vector<Op>& ops) {
    const bool writes = random_.OneIn(2), tries = random_.OneIn(4);
    const Op data = writes ? PlainUnderLock() : Op{Kind::kRead, random_.Below(kPlain)};
    if (tries) {
      ops.insert(ops.end(), {{writes ? Kind::kTryWrite : Kind::kTryRead, 0, 2}, data, {Kind::kRwUnlock, 0}});
      return;
    }
    ops.push_back({writes ? Kind::kWriteLock : Kind::kReadLock, 0});
    if (random_.OneIn(2)) OtherStep(ops);
    ops.push_back(data);
    ops.push_back({Kind::kRwUnlock, 0});
  }

  void Body(std::vector<Op>& ops) {
    for (int n = random_.Below(2) + 1; n > 0; --n) ops.push_back(Simple());
  }

  void Statement(std::vector<Op>& ops) {
    int group = random_.Below(kGroups);
    if (locked_ && (group == kMutexGroup || group == kConditionGroup || random_.OneIn(3))) return Locked(ops);
    if (random_.OneIn(15)) return ops.push_back({Kind::kOnce});
    if (!Has(group)) group = kPlainGroup;
    const int m = random_.Below(kMutexes), s = random_.Below(kSemaphores), c = random_.Below(kConditions);
    switch (group) {
      case kMutexGroup:
        if (random_.OneIn(4)) {
          ops.push_back({timed_ ? Kind::kTimedLock : Kind::kTryLock, m, 2});
          ops.push_back(Simple());
          ops.push_back({Kind::kUnlock, m});
        } else if (random_.OneIn(3)) {
          ops.insert(ops.end(), {{Kind::kLock, m}, {Kind::kLock, 1 - m}, Simple(), {Kind::kUnlock, 1 - m}, {Kind::kUnlock, m}});
        } else {
          ops.push_back({Kind::kLock, m});
          Body(ops);
          ops.push_back({Kind::kUnlock, m});
        }
        return;
      case kRwGroup:
        if (random_.OneIn(4)) {
          ops.insert(ops.end(), {{random_.OneIn(2) ? Kind::kTryRead : Kind::kTryWrite, 0, 2}, Simple(), {Kind::kRwUnlock, 0}});
          return;
        }
        ops.push_back({random_.OneIn(2) ? Kind::kReadLock : Kind::kWriteLock, 0});
        Body(ops);
        ops.push_back({Kind::kRwUnlock, 0});
        return;
      case kConditionGroup:
        switch (random_.Below(4)) {
          case 0: ops.insert(ops.end(), {{Kind::kLock, 0}, {Kind::kWaitWhile, c, 0}, {Kind::kUnlock, 0}}); return;
          case 1:
            ops.insert(ops.end(), {{Kind::kLock, 0}, {timed_ ? Kind::kTimedWait : Kind::kWait, c, 0}, {Kind::kUnlock, 0}});
            return;
          case 2: ops.insert(ops.end(), {{Kind::kLock, 0}, {Kind::kWrite, c, 1}, {Kind::kSignal, c}, {Kind::kUnlock, 0}}); return;
          default: ops.push_back({random_.OneIn(2) ? Kind::kSignal : Kind::kBroadcast, c}); return;
        }
      case kSemaphoreGroup:
        switch (random_.Below(5)) {
          case 0:
            ops.push_back({timed_ && !handler_ ? Kind::kSemTimed : Kind::kSemTry, s});
            return;  // a handler would interrupt it
          case 1:
          case 2: ops.push_back({Kind::kSemPost, s}); return;
          default: ops.push_back({Kind::kSemWait, s}); return;
        }
      default: ops.push_back(Simple()); return;
    }
  }

  Random random_;
  int kinds_ = 0;
  bool locked_ = false, shared_lock_ = false, timed_ = false, handler_ = false;
};

}  // namespace

Program Generate(std::uint64_t seed, double most) {
  for (std::uint64_t again = 0;; ++again) {
    Program program = Generator(seed * 1000 + again).Make();
    Generator::AddMore(program, seed * 1000 + again);
    Generator::AddEnds(program, seed * 1000 + again);
    if (CountInterleavings(program, most) > most) continue;
    program.seed = seed;
    return program;
  }
}

}  // namespace witness
