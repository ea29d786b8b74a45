// All interleavings of a program by brute force: an abstract machine whose states are told apart completely.
#include <algorithm>
#include <map>
#include <tuple>

#include "witness/language.h"

namespace witness {
namespace {

enum class Phase : std::uint8_t { kNotMade, kLive, kEnded };
enum class Waiting : std::uint8_t { kNo, kAsleep, kWoken };

struct Thread {
  Phase phase = Phase::kNotMade;
  std::uint8_t pc = 0;
  std::uint8_t part = 0;  // of an operation of several steps
  Waiting waiting = Waiting::kNo;
  bool pending = false;  // a signal
  bool in_handler = false;
  std::uint8_t handler_pc = 0;
  int value = 0;  // read by kAdd
  int last = -1;  // observed
  std::string observed;
  auto Tie() const { return std::tie(phase, pc, part, waiting, pending, in_handler, handler_pc, value, last, observed); }
  friend bool operator<(const Thread& x, const Thread& y) { return x.Tie() < y.Tie(); }
};

struct State {
  std::vector<Thread> threads;
  int plain[kPlain] = {}, atomics[kAtomics] = {}, blocks[kBlocks] = {};
  int mutexes[kMutexes], writers[kRwLocks], readers[kRwLocks] = {}, spins[kSpins] = {};
  int depth = 0;  // of mutex 1, beyond the first time
  int semaphores[kSemaphores], arrived[kBarriers] = {}, generation[kBarriers] = {};
  int once = 0;     // 1: somebody is at it, 2: done
  std::string end;  // not empty: the process is gone
  bool failed = false;
  auto Tie() const {
    return std::tie(threads, plain[0], plain[1], atomics[0], atomics[1], mutexes[0], mutexes[1], writers[0], readers[0],
                    semaphores[0], semaphores[1], arrived[0], generation[0], blocks[0], spins[0], depth, once, end);
  }
  friend bool operator<(const State& x, const State& y) { return x.Tie() < y.Tie(); }
};
static_assert(kPlain == 2 && kAtomics == 2 && kMutexes == 2 && kRwLocks == 1 && kSemaphores == 2 && kBarriers == 1 &&
              kBlocks == 1 && kSpins == 1);

constexpr int kNobody = -1, kGone = -1;

class Machine {
 public:
  explicit Machine(const Program& program) : program_(program) {}

  State Start() const {
    State s;
    s.threads.resize(program_.threads.size());
    s.threads[0].phase = Phase::kLive;
    for (int& m : s.mutexes) m = kNobody;
    for (int& w : s.writers) w = kNobody;
    for (int i = 0; i < kSemaphores; ++i) s.semaphores[i] = program_.semaphores[i];
    return s;
  }

  // Everything that can happen next.
  std::vector<State> Next(const State& s) const {
    std::vector<State> out;
    if (!s.end.empty()) return out;
    for (std::size_t t = 0; t < s.threads.size(); ++t) {
      const Thread& thread = s.threads[t];
      if (thread.phase != Phase::kLive) continue;
      if (thread.pending && !thread.in_handler) {
        State taken = s;
        Thread& mine = taken.threads[t];
        mine.pending = false;
        mine.in_handler = true;
        mine.handler_pc = 0;
        out.push_back(std::move(taken));
      }
      Step(s, t, out);
    }
    return out;
  }

  std::string Text(const State& s) const {
    if (s.failed) return s.end;
    std::string text = s.end.empty() ? "deadlock" : s.end;
    for (const Thread& thread : s.threads) text += "|" + thread.observed;
    return text;
  }

 private:
  void Step(const State& s, std::size_t t, std::vector<State>& out) const {
    const Thread& thread = s.threads[t];
    if (thread.in_handler) {
      State n = s;
      if (!Do(program_.handler[thread.handler_pc], n, t, out)) return;
      Thread& mine = n.threads[t];
      if (++mine.handler_pc == program_.handler.size()) mine.in_handler = false;
      out.push_back(std::move(n));
      return;
    }
    const auto& ops = program_.threads[t];
    const std::size_t made = t == 0 ? s.threads.size() - 1 : 0;
    std::size_t at = thread.pc;
    if (at < made) {  // main makes a worker
      State n = s;
      n.threads[at + 1].phase = Phase::kLive;
      ++n.threads[0].pc;
      out.push_back(std::move(n));
      return;
    }
    at -= made;
    if (at < ops.size()) {
      State n = s;
      if (!Do(ops[at], n, t, out)) return;
      if (n.threads[t].part == 0) ++n.threads[t].pc;
      out.push_back(std::move(n));
      return;
    }
    at -= ops.size();
    State n = s;
    if (t != 0) {
      Leave(n, t);
      out.push_back(std::move(n));
      return;
    }
    if (at + 1 < s.threads.size()) {  // main joins or detaches
      const std::size_t worker = s.threads.size() - 1 - at;  // the last one first
      if (program_.joined[worker] && s.threads[worker].phase != Phase::kEnded) return;
      ++n.threads[0].pc;
    } else {
      n.end = "end 0";
    }
    out.push_back(std::move(n));
  }

  // The process ends with its last thread.
  static void Leave(State& s, std::size_t t) {
    s.threads[t].phase = Phase::kEnded;
    if (std::ranges::all_of(s.threads, [](const Thread& thread) { return thread.phase == Phase::kEnded; })) s.end = "end 0";
  }

  static void Observe(Thread& thread, int value) {
    if (thread.in_handler) return;
    thread.observed += (thread.observed.empty() ? "" : " ") + std::to_string(value);
    thread.last = value;
  }

  static void Fail(State& s, std::size_t t, const std::string& what) {
    s.failed = true;
    s.end = what + " of " + std::to_string(t) + "|" + s.threads[t].observed;
  }

  static void End(State& s, std::size_t t, int way) {
    switch (way) {
      case kByStatus: s.end = "end " + std::to_string(StatusOf(t)); return;
      case kByAbort: return Fail(s, t, "abort");
      case kByAssert: return Fail(s, t, "assert");
      case kByFault: return Fail(s, t, "signal");
      default: return Fail(s, t, "exception");
    }
  }

  // One step of an operation. False: it cannot happen now, or the states it leads to are in `out` already.
  bool Do(const Op& op, State& s, std::size_t t, std::vector<State>& out) const {
    Thread& me = s.threads[t];
    const int self = static_cast<int>(t);
    switch (op.kind) {
      case Kind::kRead: Observe(me, s.plain[op.a]); return true;
      case Kind::kWrite: s.plain[op.a] = op.b; return true;
      case Kind::kAdd:
        if (me.part == 0) return me.value = s.plain[op.a], me.part = 1, true;
        s.plain[op.a] = me.value + op.b;
        me.value = 0;
        me.part = 0;
        return true;
      case Kind::kAssert:
        if (s.plain[op.a] == op.b) Fail(s, t, "assert");
        return true;
      case Kind::kLook:
        if (s.blocks[op.a] == kGone) Fail(s, t, "heap");
        Observe(me, s.blocks[op.a]);
        return true;
      case Kind::kFill:
        if (s.blocks[op.a] == kGone) Fail(s, t, "heap");
        else s.blocks[op.a] = op.b;
        return true;
      case Kind::kFree:
        if (s.blocks[op.a] == kGone) s.failed = true, s.end = "double free";
        s.blocks[op.a] = kGone;
        return true;
      case Kind::kLoad: Observe(me, s.atomics[op.a]); return true;
      case Kind::kStore: s.atomics[op.a] = op.b; return true;
      case Kind::kFetchAdd:
        Observe(me, s.atomics[op.a]);
        s.atomics[op.a] += op.b;
        return true;
      case Kind::kExchange: {
        const bool success = s.atomics[op.a] == 0;
        if (success) s.atomics[op.a] = op.b;
        Observe(me, success);
        return true;
      }
      case Kind::kLock:
        if (s.mutexes[op.a] == self && KindOf(op.a) != MutexKind::kNormal) {
          s.depth += KindOf(op.a) == MutexKind::kRecursive;
          return true;
        }
        if (s.mutexes[op.a] != kNobody) return false;
        s.mutexes[op.a] = self;
        return true;
      case Kind::kUnlock:
        if (s.mutexes[op.a] != self) {
          if (KindOf(op.a) != MutexKind::kNormal) return true;
          if (!program_.passes_misuse) Fail(s, t, "misuse");
        }
        if (op.a == 1 && s.depth > 0) --s.depth;
        else s.mutexes[op.a] = kNobody;
        return true;
      case Kind::kTimedLock:  // may give up whenever the lock is not free
      case Kind::kTryLock: {
        const bool again = s.mutexes[op.a] == self && KindOf(op.a) == MutexKind::kRecursive;
        const bool success = s.mutexes[op.a] == kNobody || again;
        s.depth += again;
        if (success) s.mutexes[op.a] = self;
        else me.pc = static_cast<std::uint8_t>(me.pc + op.b);
        Observe(me, success);
        return true;
      }
      case Kind::kReadLock:
        if (s.writers[op.a] == self) return true;  // EDEADLK
        if (s.writers[op.a] != kNobody) return false;
        ++s.readers[op.a];
        return true;
      case Kind::kWriteLock:
        if (s.writers[op.a] == self) return true;
        if (s.writers[op.a] != kNobody || s.readers[op.a] != 0) return false;
        s.writers[op.a] = self;
        return true;
      case Kind::kTimedRead:
      case Kind::kTimedWrite:
      case Kind::kTryRead:
      case Kind::kTryWrite: {
        const bool writes = op.kind == Kind::kTryWrite || op.kind == Kind::kTimedWrite;
        const bool success = s.writers[op.a] == kNobody && (!writes || s.readers[op.a] == 0);
        if (!success) me.pc = static_cast<std::uint8_t>(me.pc + op.b);
        else if (writes) s.writers[op.a] = self;
        else ++s.readers[op.a];
        Observe(me, success);
        return true;
      }
      case Kind::kRwUnlock:
        if ((s.writers[op.a] != self && s.writers[op.a] != kNobody) || (s.writers[op.a] == kNobody && s.readers[op.a] == 0)) {
          if (!program_.passes_misuse) return Fail(s, t, "misuse"), true;
        }
        if (s.writers[op.a] != kNobody) s.writers[op.a] = kNobody;
        else if (s.readers[op.a] > 0) --s.readers[op.a];
        return true;
      case Kind::kSpinLock:
        if (s.spins[op.a] != 0) return false;
        s.spins[op.a] = 1;
        return true;
      case Kind::kSpinTry: {
        const bool success = s.spins[op.a] == 0;
        if (!success) me.pc = static_cast<std::uint8_t>(me.pc + op.b);
        s.spins[op.a] = 1;
        Observe(me, success);
        return true;
      }
      case Kind::kSpinUnlock:
        if (s.spins[op.a] == 0 && !program_.passes_misuse) Fail(s, t, "misuse");
        s.spins[op.a] = 0;
        return true;
      case Kind::kWaitWhile:
        if (me.part == 0) {
          if (s.plain[op.a] == 0) me.part = 1;
          return true;
        }
        if (!Wait(op, s, self, 1)) return false;
        if (me.part == 3) me.part = 0, --me.pc;  // looks again
        return true;
      case Kind::kWait:
        if (!Wait(op, s, self, 0)) return false;
        if (me.part == 2) me.part = 0;
        return true;
      case Kind::kTimedWait: {
        const bool late = me.part == 1 && me.waiting == Waiting::kAsleep;
        if (late) {
          if (s.mutexes[op.b] != kNobody) return false;
          me.waiting = Waiting::kWoken;
        }
        if (!Wait(op, s, self, 0)) return false;
        if (me.part == 2) me.part = 0, Observe(me, late);
        return true;
      }
      case Kind::kSignal: return Signal(op, s, out, t);
      case Kind::kBroadcast:
        for (std::size_t w = 0; w < s.threads.size(); ++w)
          if (AsleepOn(s, w, op.a)) s.threads[w].waiting = Waiting::kWoken;
        return true;
      case Kind::kSemWait:
        if (s.semaphores[op.a] == 0) return false;
        --s.semaphores[op.a];
        return true;
      case Kind::kSemPost: ++s.semaphores[op.a]; return true;
      case Kind::kSemTimed:
      case Kind::kSemTry: {
        const bool success = s.semaphores[op.a] > 0;
        s.semaphores[op.a] -= success;
        Observe(me, success);
        return true;
      }
      case Kind::kSemValue: Observe(me, s.semaphores[op.a]); return true;
      case Kind::kFutexWait:
        if (me.part == 0) {
          if (s.atomics[op.a] != 0) return Observe(me, 1), true;
          me.waiting = Waiting::kAsleep, me.part = 1;
          return true;
        }
        if (me.waiting != Waiting::kWoken) return false;
        me.waiting = Waiting::kNo, me.part = 0;
        Observe(me, 0);
        return true;
      case Kind::kFutexWake: {
        int woken = 0;
        for (std::size_t w = 0; w < s.threads.size(); ++w)
          if (Sleeps(s, w, op.a, true)) s.threads[w].waiting = Waiting::kWoken, ++woken;
        Observe(me, woken);
        return true;
      }
      case Kind::kOnce:
        if (me.part == 0) {
          if (s.once == 1) return false;
          if (s.once == 0) s.once = 1, me.part = 1;
        } else if (me.part == 1) {
          ++s.atomics[0];
          me.part = 2;
        } else {
          s.once = 2;
          me.part = 0;
        }
        return true;
      case Kind::kBarrier:
        if (me.part == 0) {
          me.value = s.generation[op.a];
          me.part = 1;
          if (++s.arrived[op.a] == program_.barriers[op.a]) s.arrived[op.a] = 0, ++s.generation[op.a];
          return true;
        }
        if (s.generation[op.a] == me.value) return false;
        me.value = 0;
        me.part = 0;
        return true;
      case Kind::kKill:
        if (s.threads[static_cast<std::size_t>(op.a)].phase == Phase::kLive)
          s.threads[static_cast<std::size_t>(op.a)].pending = true;
        return true;
      case Kind::kExit: s.end = "end " + std::to_string(op.a); return true;
      case Kind::kLeave: Leave(s, t); return true;
      case Kind::kEndIf:
        if (me.last == op.a) End(s, t, op.b);
        return true;
    }
    return false;
  }

  // Two steps from part `first` on: give the mutex back and sleep; take it again once woken.
  static bool Wait(const Op& op, State& s, int self, std::uint8_t first) {
    Thread& me = s.threads[static_cast<std::size_t>(self)];
    if (me.part == first) {
      if (s.mutexes[op.b] != self) Fail(s, static_cast<std::size_t>(self), "misuse");
      s.mutexes[op.b] = kNobody;
      me.waiting = Waiting::kAsleep;
    } else {
      if (me.waiting != Waiting::kWoken || s.mutexes[op.b] != kNobody) return false;
      s.mutexes[op.b] = self;
      me.waiting = Waiting::kNo;
    }
    ++me.part;
    return true;
  }

  MutexKind KindOf(int mutex) const { return mutex == 1 ? program_.second : MutexKind::kNormal; }

  bool AsleepOn(const State& s, std::size_t w, int condition) const { return Sleeps(s, w, condition, false); }
  bool Sleeps(const State& s, std::size_t w, int what, bool on_futex) const {
    const Thread& thread = s.threads[w];
    if (thread.phase != Phase::kLive || thread.waiting != Waiting::kAsleep) return false;
    const std::size_t made = w == 0 ? s.threads.size() - 1 : 0;
    const Op& op = program_.threads[w][thread.pc - made];
    return op.a == what && (op.kind == Kind::kFutexWait) == on_futex;
  }

  // One state for each thread that it may wake.
  bool Signal(const Op& op, State& s, std::vector<State>& out, std::size_t t) const {
    bool any = false;
    for (std::size_t w = 0; w < s.threads.size(); ++w) {
      if (!AsleepOn(s, w, op.a)) continue;
      any = true;
      State n = s;
      n.threads[w].waiting = Waiting::kWoken;
      ++n.threads[t].pc;
      out.push_back(std::move(n));
    }
    return !any;
  }

  const Program& program_;
};

}  // namespace

Outcomes Enumerate(const Program& program) {
  const Machine machine(program);
  Outcomes outcomes;
  std::set<State> seen;
  std::vector<State> open{machine.Start()};
  while (!open.empty()) {
    State state = std::move(open.back());
    open.pop_back();
    if (!seen.insert(state).second) continue;
    std::vector<State> next = machine.Next(state);
    if (next.empty()) outcomes.insert(machine.Text(state));
    for (State& n : next) open.push_back(std::move(n));
  }
  return outcomes;
}

double CountInterleavings(const Program& program, double most) {
  const Machine machine(program);
  std::map<State, double> known;
  const auto count = [&](auto& self, const State& state) -> double {
    if (const auto found = known.find(state); found != known.end()) return found->second;
    if (known.size() > 20000) return most + 1;
    double sum = 0;
    const auto next = machine.Next(state);
    for (const State& n : next) {
      sum += self(self, n);
      if (sum > most) break;
    }
    return known[state] = next.empty() ? 1 : sum;
  };
  return count(count, machine.Start());
}

}  // namespace witness
