#include "explore/search/testing/simulator.h"

#include "abi/identity.h"
#include "abi/process_end.h"
#include "trace/testing.h"

namespace reweave::inline search {

using abi::EndKind;
using abi::EventKind;

namespace {

struct SimThread {
  SimLocals locals;
  std::optional<SimOp> op;
  bool begun = false, ended = false, yielded = false;
  std::uint32_t ordinal = 1;  // of the pending operation
};

// One execution. Thread 0 is main: creates, then joins, in order.
class Execution {
 public:
  Execution(const std::vector<SimBody>& workers, const std::vector<int>& functions, const Plan& plan, std::map<int, long>& memory)
      : workers_(workers), functions_(functions), plan_(plan), memory_(memory), threads_(1), events_{} {
    memory_.clear();
    threads_[0].begun = true;
    Meta(EventKind::kRunBegin).value = plan.seed;
  }

  Trace Run() {
    for (;;) {
      if (plan_.max_steps != 0 && points_ > plan_.max_steps) return End(EndKind::kTimeout);
      const ThreadSet candidates = Candidates();
      if (segment_ == plan_.segments.size() && (plan_.flags & abi::kPlanStopAtPrefixEnd) != 0) return Stop(candidates);
      if (candidates.empty()) return End(AllDone() ? EndKind::kPass : EndKind::kDeadlock);
      const auto tid = Choose(candidates);
      if (!tid) return End(EndKind::kDiverged);
      RecordEnabled(candidates, *tid);
      for (SimThread& t : threads_)
        if (&t != &threads_[*tid]) t.yielded = false;
      current_ = static_cast<int>(*tid);
      if (!Execute(*tid)) return End(EndKind::kAssert);
      if (threads_[0].ended) return End(EndKind::kPass);
    }
  }

 private:
  abi::Event& Meta(EventKind kind) {
    events_.push_back({});
    events_.back().kind = kind;
    return events_.back();
  }

  bool AllDone() const {
    for (const SimThread& t : threads_)
      if (!t.ended) return false;
    return true;
  }

  bool Ready(std::uint32_t tid) const {
    const SimThread& t = threads_[tid];
    if (t.ended) return false;
    if (tid == 0) {
      const std::uint32_t joined = JoinTarget();
      return joined == 0 || threads_[joined].ended;
    }
    if (!t.begun || !t.op || t.op->kind != SimOp::kLock) return true;
    return !Held(t.op->object) || Nests(t.op->object, static_cast<int>(tid));
  }
  bool Nests(int lock, int tid) const {
    const auto found = owner_.find(lock);
    return lock >= SimOp::kRecursive && found != owner_.end() && found->second == tid;
  }
  void Take(int lock, int tid) {
    depth_[lock] = Nests(lock, tid) ? depth_[lock] + 1 : 1;
    owner_[lock] = tid;
  }
  bool Held(int lock) const {
    const auto found = owner_.find(lock);
    return found != owner_.end() && found->second >= 0;
  }
  // Which worker main is about to join; 0: it still creates.
  std::uint32_t JoinTarget() const {
    const std::size_t done = static_cast<std::size_t>(threads_[0].locals.pc);
    return done < workers_.size() ? 0 : static_cast<std::uint32_t>(done - workers_.size() + 1);
  }

  ThreadSet Candidates() const {
    ThreadSet set, passed;
    for (std::uint32_t tid = 0; tid < threads_.size(); ++tid)
      if (Ready(tid)) (threads_[tid].yielded ? passed : set).Insert(tid);
    return set.empty() ? passed : set;
  }

  EventKind PendingKind(std::uint32_t tid) const {
    const SimThread& t = threads_[tid];
    if (tid == 0) return JoinTarget() == 0 ? EventKind::kCreate : EventKind::kJoin;
    if (!t.begun) return EventKind::kBegin;
    return t.op ? KindOf(*t.op) : EventKind::kNone;
  }
  static EventKind KindOf(const SimOp& op) {
    switch (op.kind) {
      case SimOp::kLoad: return EventKind::kAtomicRead;
      case SimOp::kStore: return EventKind::kAtomicWrite;
      case SimOp::kAdd:
      case SimOp::kCas: return EventKind::kAtomicRmw;
      case SimOp::kLock: return EventKind::kLock;
      case SimOp::kUnlock: return EventKind::kUnlock;
      case SimOp::kTryLock: return EventKind::kTryLock;
      case SimOp::kYield: return EventKind::kYield;
      case SimOp::kSleep: return EventKind::kSleep;
      case SimOp::kChoose:
      case SimOp::kFail: return EventKind::kFence;
      case SimOp::kAbort: return EventKind::kProcessEnd;
    }
    return EventKind::kNone;
  }

  // As the runtime's FollowPrefix and Stay.
  std::optional<std::uint32_t> Choose(const ThreadSet& candidates) {
    while (segment_ < plan_.segments.size()) {
      const abi::Segment& s = plan_.segments[segment_];
      if (s.tid >= threads_.size()) return std::nullopt;
      const SimThread& t = threads_[s.tid];
      if (s.until == abi::kUntilTail) {
        ++segment_;
        return Ready(s.tid) ? std::optional<std::uint32_t>(s.tid) : std::nullopt;
      }
      const bool reached = current_ == s.tid && (t.ended ? s.until == abi::kUntilEnd : t.ordinal == s.until);
      if (!reached) {
        if (t.ended || !Ready(s.tid)) return std::nullopt;
        return s.tid;
      }
      if (!t.ended && s.kind != EventKind::kNone && s.kind != PendingKind(s.tid)) return std::nullopt;
      ++segment_;
    }
    if (current_ >= 0 && candidates.contains(static_cast<std::uint32_t>(current_))) return static_cast<std::uint32_t>(current_);
    std::optional<std::uint32_t> first;
    candidates.ForEach([&](std::uint32_t tid) {
      if (!first) first = tid;
    });
    return first;
  }

  void RecordEnabled(const ThreadSet& candidates, std::uint32_t chosen) {
    ThreadSet set = candidates;
    set.Insert(chosen);
    abi::Event& e = Meta(EventKind::kEnabled);
    e.caller = 1;
    e.obj = set.word(0);
    ThreadSet passed;
    for (std::uint32_t tid = 0; tid < threads_.size(); ++tid)
      if (Ready(tid) && !set.contains(tid)) passed.Insert(tid);
    abi::Event& over = Meta(EventKind::kEnabled);
    over.flags = 1;
    over.caller = 1;
    over.obj = passed.word(0);
  }

  abi::Event& Point(std::uint32_t tid, EventKind kind, int object) {
    ++points_;
    abi::Event& e = Meta(kind);
    e.flags = abi::kPoint;
    e.tid = static_cast<std::uint16_t>(tid);
    e.ordinal = threads_[tid].ordinal++;
    e.site = 1000 * tid + e.ordinal;
    if (object >= 0) e.obj = 0x1000 + 8 * static_cast<std::uint64_t>(object);
    e.size = 8;
    return e;
  }

  bool Execute(std::uint32_t tid) {
    if (tid == 0) return ExecuteMain();
    SimThread& t = threads_[tid];
    if (!t.begun) {
      Point(tid, EventKind::kBegin, -1);
      t.begun = true;
      return Advance(tid);
    }
    const SimOp op = *t.op;
    std::uint8_t outcome = 0;
    if (op.kind == SimOp::kChoose) outcome = ChooseOutcome(tid, static_cast<std::uint32_t>(op.value));
    abi::Event& e = Point(tid, KindOf(op), op.object);
    e.outcome = outcome;
    t.locals.last = outcome;
    if (op.kind == SimOp::kYield) t.yielded = true;
    if (op.kind == SimOp::kAbort) e.value = abi::kEndsByFailure;
    if (op.kind == SimOp::kFail || op.kind == SimOp::kAbort) return false;
    Apply(op, t, e, static_cast<int>(tid));
    ++t.locals.pc;
    return Advance(tid);
  }

  void Apply(const SimOp& op, SimThread& t, abi::Event& e, int tid) {
    long& cell = memory_[op.object];
    switch (op.kind) {
      case SimOp::kLoad: t.locals.last = cell, e.value = static_cast<std::uint64_t>(cell); break;
      case SimOp::kStore: cell = op.value, e.value = static_cast<std::uint64_t>(cell); break;
      case SimOp::kAdd:
        e.value = static_cast<std::uint64_t>(cell);
        t.locals.last = cell, cell += op.value;
        e.value2 = static_cast<std::uint64_t>(cell);
        break;
      case SimOp::kCas:
        e.value = static_cast<std::uint64_t>(cell), e.value2 = static_cast<std::uint64_t>(op.value);
        t.locals.last = cell == op.expected;
        if (t.locals.last) cell = op.value;
        else e.kind = EventKind::kAtomicRead, e.flags |= abi::kCasFailed;
        break;
      case SimOp::kLock: Take(op.object, tid), e.value = static_cast<std::uint64_t>(depth_[op.object]); break;
      case SimOp::kUnlock:
        if (Nests(op.object, tid) && depth_[op.object] > 1) e.value = static_cast<std::uint64_t>(--depth_[op.object]);
        else owner_[op.object] = -1, depth_[op.object] = 0;
        break;
      case SimOp::kTryLock:
        t.locals.last = !Held(op.object) || Nests(op.object, tid);
        e.value = t.locals.last ? 0 : 16;
        if (t.locals.last) Take(op.object, tid);
        break;
      default: break;
    }
  }

  std::uint8_t ChooseOutcome(std::uint32_t tid, std::uint32_t count) {
    abi::Event& e = Meta(EventKind::kOutcomes);
    e.tid = static_cast<std::uint16_t>(tid);
    e.value = (1u << count) - 1;
    for (const abi::OutcomeChoice& c : plan_.outcomes)
      if (c.tid == tid && c.ordinal == threads_[tid].ordinal) return c.outcome;
    return 0;
  }

  bool Advance(std::uint32_t tid) {
    SimThread& t = threads_[tid];
    const bool looked = !t.op || t.op->kind == SimOp::kLoad || t.op->kind == SimOp::kYield;
    t.op = workers_[tid - 1](t.locals);
    if (!t.op) EndThread(tid);
    if (!t.op || t.op->kind != SimOp::kAbort) return true;
    failure_ = t.op->value;
    return !looked;
  }
  void EndThread(std::uint32_t tid) {
    threads_[tid].ended = true;
    abi::Event& e = Meta(EventKind::kEnd);
    e.tid = static_cast<std::uint16_t>(tid);
    e.ordinal = threads_[tid].ordinal++;
  }

  bool ExecuteMain() {
    const std::uint32_t joined = JoinTarget();
    if (joined == 0) {
      const auto child = static_cast<std::uint16_t>(threads_.size());
      abi::Event& info = Meta(EventKind::kThreadInfo);
      info.tid = child, info.value = 0, info.value2 = child;
      threads_.emplace_back();
      abi::Event& create = Point(0, EventKind::kCreate, -1);
      create.value = child;
      create.obj = functions_.empty() ? child : 1000 + static_cast<std::uint64_t>(functions_[child - 1u]);
      create.size = abi::kBirthTold;
    } else {
      Point(0, EventKind::kJoin, -1).value = joined;
    }
    ++threads_[0].locals.pc;
    if (static_cast<std::size_t>(threads_[0].locals.pc) == 2 * workers_.size()) EndThread(0);
    return true;
  }

  Trace Stop(const ThreadSet& candidates) {
    if (candidates.empty()) return End(AllDone() ? EndKind::kPass : EndKind::kDeadlock);
    RecordEnabled(candidates, FirstOf(candidates));
    abi::Event& key = Meta(EventKind::kStateKey);
    key.value = HashState();
    return End(EndKind::kStopped);
  }
  static std::uint32_t FirstOf(const ThreadSet& set) {
    std::uint32_t first = 0;
    bool found = false;
    set.ForEach([&](std::uint32_t tid) {
      if (!found) first = tid, found = true;
    });
    return first;
  }
  std::uint64_t HashState() const {
    std::string text;
    for (const auto& [object, value] : memory_) text += std::to_string(object) + "=" + std::to_string(value) + ";";
    for (const auto& [lock, owner] : owner_)
      text += "l" + std::to_string(lock) + "=" + std::to_string(owner) + "." + std::to_string(depth_.at(lock)) + ";";
    for (const SimThread& t : threads_) {
      text += std::to_string(t.locals.pc) + (t.begun ? "b" : "") + (t.ended ? "e" : "") + (t.yielded ? "y" : "");
      text += std::to_string(t.locals.last);
      for (const long r : t.locals.r) text += "," + std::to_string(r);
    }
    return std::hash<std::string>()(text);
  }

  Trace End(EndKind kind) {
    for (std::uint32_t tid = 0; tid < threads_.size(); ++tid) {
      const SimThread& t = threads_[tid];
      if (t.ended) continue;
      abi::Event& e = Meta(EventKind::kPending);
      e.tid = static_cast<std::uint16_t>(tid);
      e.ordinal = t.ordinal;
      e.value = static_cast<std::uint64_t>(PendingKind(tid));
      e.value2 = Ready(tid);
      if (t.op) e.obj = 0x1000 + 8 * static_cast<std::uint64_t>(t.op->object);
    }
    abi::Event& end = Meta(EventKind::kRunEnd);
    end.outcome = static_cast<std::uint8_t>(kind);
    end.tid = static_cast<std::uint16_t>(current_ < 0 ? 0 : current_);
    end.obj = points_;
    end.value = static_cast<std::uint64_t>(failure_);
    Trace trace;
    trace.events = std::move(events_);
    return trace;
  }

  const std::vector<SimBody>& workers_;
  const std::vector<int>& functions_;
  const Plan& plan_;
  std::map<int, long>& memory_;
  std::map<int, int> owner_, depth_;
  std::vector<SimThread> threads_;
  std::vector<abi::Event> events_;
  std::size_t segment_ = 0;
  int current_ = 0;
  std::uint64_t points_ = 0;
  long failure_ = 0;
};

}  // namespace

SimBody Straight(std::vector<SimOp> ops) {
  return [ops = std::move(ops)](SimLocals& locals) -> std::optional<SimOp> {
    if (static_cast<std::size_t>(locals.pc) >= ops.size()) return std::nullopt;
    return ops[static_cast<std::size_t>(locals.pc)];
  };
}

Trace Simulator::Run(const Plan& plan) const { return Execution(workers_, functions_, plan, memory_).Run(); }

std::string Simulator::MemoryText() const {
  std::string text;
  for (const auto& [object, value] : memory_) text += std::to_string(object) + "=" + std::to_string(value) + " ";
  return text;
}

}  // namespace reweave::inline search
