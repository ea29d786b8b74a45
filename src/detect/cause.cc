#include "detect/cause.h"

#include <fmt/format.h>

#include <algorithm>

#include "detect/deadlock.h"
#include "detect/patterns.h"
#include "detect/races.h"
#include "findings/failure_event.h"
#include "findings/held_locks.h"
#include "findings/readable_names.h"
#include "findings/variable_names.h"
#include "trace/meaning.h"

namespace reweave::detect {

using abi::Event;
using abi::EventKind;

namespace {

class Cause {
 public:
  Cause(const Trace& trace, const SiteNames& names)
      : trace_(trace), names_(names), variables_(trace, names), summary_(Summarize(trace)), lock_names_(trace, names) {}

  std::string OfRace(const EventName& first, const EventName& second) {
    const std::uint32_t a = Find(first), b = Find(second);
    if (a == kNone || b == kNone) return {};
    const Event &x = Named(a), &y = Named(b);
    if (std::string text = Unpublished(std::min(a, b), std::max(a, b)); !text.empty()) return text;
    return fmt::format("{} {} {} at {} and {} {} it at {}; {}", Thread(x.tid), Verb(x.kind), VariableOf(x, y), Place(x),
                       Thread(y.tid), Verb(y.kind), Place(y), Protection(a, b));
  }

  std::string OfDeadlock() {
    const Deadlock deadlock = AnalyseDeadlock(trace_);
    if (deadlock.subkind == "lost wakeup") return LostWakeup(deadlock);
    if (deadlock.subkind == "condition hang") return WokeAnother(deadlock);
    if (deadlock.subkind == "lock cycle") return LockCycle(deadlock);
    return {};
  }

  // What happened to memory that races is the likelier cause: threads that take a lock for a variable leave triples on it, too,
  // whenever one has two critical sections.
  std::string OfFailure() {
    RaceDetector detector({.potential = false});
    detector.Analyse(trace_);
    std::string text = OfTriple([&](const Event& event) { return RacesAt(detector, event); });
    if (text.empty()) text = OfOwnRace(detector);
    if (text.empty()) text = OfRaceBehindARead(detector);
    if (text.empty()) text = UncheckedWait();
    return text.empty() ? OfTriple([](const Event&) { return true; }) : text;
  }

  std::vector<EventName> TakeEvents() { return std::move(events_); }

 private:
  static constexpr std::uint32_t kNone = ~0u;

  static bool RacesAt(const RaceDetector& detector, const Event& event) {
    return std::ranges::any_of(detector.racing(), [&](const abi::SharedSlot& slot) {
      return slot.address < event.obj + std::max<std::uint64_t>(event.size, 1) && event.obj < slot.address + 8;
    });
  }

  // The first thread wrote the data and then an atomic that the second one saw before it came to the data, but the two operations
  // on the atomic order nothing: the store is no release, or the load no acquire.
  std::string Unpublished(std::uint32_t data, std::uint32_t use) {
    const Event &written = trace_.events[data], &used = trace_.events[use];
    if (!WritesMemory(written.kind) || IsAtomicAccess(written.kind) || IsAtomicAccess(used.kind)) return {};
    for (std::uint32_t seen = use; seen-- > data;) {
      const Event& load = trace_.events[seen];
      if (load.tid != used.tid || !IsAtomicAccess(load.kind) || !ReadsMemory(load.kind)) continue;
      std::uint32_t from = seen;  // the write that it saw
      while (--from > data)
        if (trace_.events[from].obj == load.obj && IsAtomicAccess(trace_.events[from].kind) &&
            WritesMemory(trace_.events[from].kind))
          break;
      const Event& store = trace_.events[from];
      if (from <= data || store.tid != written.tid || (IsRelease(OrderOf(store)) && IsAcquire(OrderOf(load)))) continue;
      (void)Named(from), (void)Named(seen);
      return fmt::format("{} wrote {} at {} and published it by {} at {}; {} saw that at {} and {} the data at {}, but {}",
                         Thread(written.tid), VariableOf(written, used), Place(written), VariableOf(store, load), Place(store),
                         Thread(used.tid), Place(load), Verb(used.kind), Place(used),
                         !IsRelease(OrderOf(store)) ? "the store is no release: nothing orders the two"
                                                    : "the load is no acquire: nothing orders the two");
    }
    return {};
  }

  // A test that ends with a status failed some time before; what it did afterwards is not the reason.
  std::uint32_t FailedAt() const {
    const auto event = FailureEvent(trace_, names_);
    return event ? *event : static_cast<std::uint32_t>(trace_.events.size());
  }

  // The last race of the failing thread before the failure. The other thread's access may come later.
  std::string OfOwnRace(const RaceDetector& detector) {
    const RacePair* best = nullptr;
    std::uint32_t best_own = 0;
    for (const RacePair& pair : detector.pairs())
      for (const RacingAccess* access : {&pair.first, &pair.second})
        if (access->tid == trace_.end().tid && access->event < FailedAt() && (best == nullptr || access->event > best_own))
          best = &pair, best_own = access->event;
    if (best == nullptr) return {};
    return OfRace(NameOf(trace_.events[best->first.event]), NameOf(trace_.events[best->second.event]));
  }

  // The last race before the failure on memory that the failing thread looked at afterwards: the race of others that it noticed.
  std::string OfRaceBehindARead(const RaceDetector& detector) {
    const std::uint32_t failed_at = FailedAt();
    const RacePair* best = nullptr;
    const auto noticed = [&](const RacePair& pair) {
      const Event& raced = trace_.events[pair.second.event];
      for (std::uint32_t i = pair.second.event + 1; i < failed_at; ++i) {
        const Event& event = trace_.events[i];
        if (event.tid == trace_.end().tid && ReadsMemory(event.kind) && event.obj < raced.obj + AccessSize(raced) &&
            raced.obj < event.obj + AccessSize(event))
          return true;
      }
      return false;
    };
    for (const RacePair& pair : detector.pairs())
      if (pair.second.event < failed_at && (best == nullptr || pair.second.event > best->second.event) && noticed(pair))
        best = &pair;
    if (best == nullptr) return {};
    return OfRace(NameOf(trace_.events[best->first.event]), NameOf(trace_.events[best->second.event]));
  }

  // The last wait before the failure after which the thread went on without a look at what it had checked before: an `if` where a
  // loop should be.
  std::string UncheckedWait() {
    for (std::uint32_t end = FailedAt(); end-- > 0;) {
      if (trace_.events[end].kind != EventKind::kWaitEnd) continue;
      const std::uint16_t tid = trace_.events[end].tid;
      std::uint32_t begin = end;
      while (begin > 0 && (trace_.events[begin].kind != EventKind::kWaitBegin || trace_.events[begin].tid != tid)) --begin;
      const std::vector<std::uint32_t> checks = ReadsBefore(begin);
      if (checks.empty() || ReadsAgain(end, checks)) continue;
      const Event &check = Named(checks.front()), &wait = Named(end);
      return fmt::format("{} checked {} at {}, waited at {}, and went on without checking it again", Thread(tid),
                         VariableOf(check, check), Place(check), Place(wait));
    }
    return {};
  }
  // Of the thread, since it took a lock; the last first.
  std::vector<std::uint32_t> ReadsBefore(std::uint32_t index) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = index; i-- > 0;) {
      const Event& event = trace_.events[i];
      if (event.tid != trace_.events[index].tid || !IsEvent(event.kind)) continue;
      if (LockUseOf(event).takes()) break;
      if (ReadsMemory(event.kind)) out.push_back(i);
    }
    return out;
  }
  // Whether the thread comes to one of these places again while it has the lock.
  bool ReadsAgain(std::uint32_t from, const std::vector<std::uint32_t>& reads) const {
    for (std::uint32_t i = from + 1; i < trace_.events.size(); ++i) {
      const Event& event = trace_.events[i];
      if (event.tid != trace_.events[from].tid || !IsEvent(event.kind)) continue;
      if (LockUseOf(event).releases()) return false;
      if (std::ranges::any_of(reads, [&](std::uint32_t read) { return trace_.events[read].site == event.site; })) return true;
    }
    return false;
  }

  // The last unserialisable triple before the failure that is about such memory; one of the failing thread if there is one.
  template <typename Wanted>
  std::string OfTriple(const Wanted& wanted) {
    PatternCoverage coverage;
    coverage.Analyse(trace_, false);
    const std::uint32_t failed_at = FailedAt();
    const PatternInstance* best = nullptr;
    const auto own = [&](const PatternInstance& i) { return trace_.events[i.events[0]].tid == trace_.end().tid; };
    for (const PatternInstance& instance : coverage.unserialisable()) {
      if (instance.events[2] >= failed_at || !wanted(trace_.events[instance.events[2]])) continue;
      if (best == nullptr || (own(instance) && !own(*best)) ||
          (own(instance) == own(*best) && instance.events[2] > best->events[2]))
        best = &instance;
    }
    if (best == nullptr) return {};
    const Event &a = Named(best->events[0]), &b = Named(best->events[1]), &c = Named(best->events[2]);
    return fmt::format("{} {} {} at {} and {} it at {}; in between {} {} it at {}{}", Thread(a.tid), Verb(a.kind),
                       VariableOf(a, c), Place(a), Verb(c.kind), Place(c), Thread(b.tid), Verb(b.kind), Place(b), Outcome(*best));
  }

  // Of a read and a write with a write of another thread in between. Who reads again before it writes, or in one step with it,
  // keeps the other's value. It went on only because of what it had read before.
  std::string Outcome(const PatternInstance& triple) const {
    const Event &a = trace_.events[triple.events[0]], &b = trace_.events[triple.events[1]], &c = trace_.events[triple.events[2]];
    if (!WritesMemory(c.kind) || !WritesMemory(b.kind) || WritesMemory(a.kind)) return {};
    bool again = ReadsMemory(c.kind);
    for (std::uint32_t i = triple.events[1] + 1; i < triple.events[2] && !again; ++i) {
      const Event& event = trace_.events[i];
      again = event.tid == c.tid && ReadsMemory(event.kind) && event.obj < c.obj + AccessSize(c) &&
              c.obj < event.obj + AccessSize(event);
    }
    return again ? fmt::format(", so what {} had read before was no longer true", Thread(a.tid)) : ", and that update was lost";
  }

  // An event that the sentence names.
  const Event& Named(std::uint32_t index) {
    events_.push_back(NameOf(trace_.events[index]));
    return trace_.events[index];
  }

  std::uint32_t Find(const EventName& name) const {
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i)
      if (IsEvent(trace_.events[i].kind) && IsCounted(trace_.events[i].kind) && NameOf(trace_.events[i]) == name) return i;
    return kNone;
  }

  std::string Thread(std::uint16_t tid) const { return "thread " + summary_.PathOf(tid); }
  std::string Place(const Event& event) const {
    const SitePosition& at = names_.PositionOf(event);
    return at.file.empty() ? "an unknown place" : PlaceText(at);
  }
  static std::string_view Verb(EventKind kind) {
    if (kind == EventKind::kAtomicRmw) return "updated";
    return WritesMemory(kind) ? "wrote" : "read";
  }
  std::string VariableOf(const Event& a, const Event& b) const {
    std::string library;
    for (const Event* event : {&a, &b}) {
      const std::string& name = variables_.Of(*event);
      if (!name.empty() && !IsLibraryName(name)) return "`" + name + "`";
      if (library.empty()) library = name;
    }
    return library.empty() ? "the same memory" : "`" + library + "`";
  }

  std::vector<std::uint64_t> HeldAt(std::uint32_t index) const {
    HeldLocks held;
    if (trace_.preamble)
      for (const Event& event : trace_.preamble->events) held.Apply(event);
    for (std::uint32_t i = 0; i < index; ++i) held.Apply(trace_.events[i]);
    return held.Of(trace_.events[index].tid);
  }
  std::string LockList(const std::vector<std::uint64_t>& locks) const {
    std::string text;
    for (const std::uint64_t lock : locks) text += (text.empty() ? "`" : ", `") + lock_names_.Of(lock) + "`";
    return text;
  }
  std::string Protection(std::uint32_t a, std::uint32_t b) const {
    const auto first = HeldAt(a), second = HeldAt(b);
    const std::string x = Thread(trace_.events[a].tid), y = Thread(trace_.events[b].tid);
    if (first.empty() && second.empty()) return "neither holds a lock, and nothing else orders the two";
    if (first.empty()) return fmt::format("{} holds {}, {} holds no lock", y, LockList(second), x);
    if (second.empty()) return fmt::format("{} holds {}, {} holds no lock", x, LockList(first), y);
    return fmt::format("{} holds {}, {} holds {}, and these do not exclude each other", x, LockList(first), y, LockList(second));
  }

  std::uint32_t LastWait(std::uint16_t tid) const {
    std::uint32_t last = kNone;
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i)
      if (trace_.events[i].kind == EventKind::kWaitBegin && trace_.events[i].tid == tid) last = i;
    return last;
  }

  // Several waited, one was woken, and nobody notified the others.
  std::string WokeAnother(const Deadlock& deadlock) {
    for (const BlockedThread& thread : deadlock.blocked) {
      if (thread.kind != EventKind::kWaitEnd) continue;
      const std::uint32_t begin = LastWait(thread.tid);
      for (std::uint32_t i = begin == kNone ? static_cast<std::uint32_t>(trace_.events.size()) : begin; i < trace_.events.size();
           ++i) {
        const Event& event = trace_.events[i];
        const OrderUse use = OrderUseOf(event);
        const bool one = event.kind == EventKind::kSignal && use.object == trace_.events[begin].obj && use.woken != 0;
        if (!one || use.woken - 1 == thread.tid) continue;
        (void)Named(i), (void)Named(begin);
        return fmt::format("{} notified one waiting thread at {}, and {} was woken; {} waited at {}, too, and nobody notified it",
                           Thread(event.tid), Place(event), Thread(static_cast<std::uint16_t>(use.woken - 1)), Thread(thread.tid),
                           Place(trace_.events[begin]));
      }
    }
    return {};
  }

  // The wait that nobody will end, the notification that came before it, and what the waiter had looked at.
  std::string LostWakeup(const Deadlock& deadlock) {
    for (const BlockedThread& thread : deadlock.blocked) {
      if (thread.kind != EventKind::kWaitEnd) continue;
      const std::uint32_t begin = LastWait(thread.tid);
      const auto missed = begin == kNone ? std::nullopt : MissedSignal(trace_, begin);
      if (!missed) continue;
      const Event &wait = Named(begin), &signal = Named(*missed);
      std::uint32_t looked = kNone;
      for (std::uint32_t i = 0; i < *missed; ++i)
        if (trace_.events[i].tid == wait.tid && ReadsMemory(trace_.events[i].kind)) looked = i;
      const std::string sleeps = fmt::format("{} went to sleep at {}", Thread(wait.tid), Place(wait));
      const std::string early =
          fmt::format("{} had already notified at {}, when nobody was waiting", Thread(signal.tid), Place(signal));
      std::string checked;
      if (looked != kNone)
        if (const Event& read = Named(looked); !names_.Lookup(read.site).variable.empty())
          checked = fmt::format("{} checked {} at {}", Thread(wait.tid), VariableOf(read, read), Place(read));
      return checked.empty()
                 ? fmt::format("{} after {}: the wakeup was lost", sleeps, early)
                 : fmt::format("{} and then went to sleep at {}; {}: the wakeup was lost", checked, Place(wait), early);
    }
    return {};
  }

  std::string LockCycle(const Deadlock& deadlock) const {
    if (deadlock.cycle.size() == 1) {
      const auto self = std::ranges::find(deadlock.blocked, deadlock.cycle[0], &BlockedThread::tid);
      return self == deadlock.blocked.end()
                 ? std::string()
                 : fmt::format("{} asks for `{}`, which it holds already", Thread(self->tid), lock_names_.Of(self->object));
    }
    std::string text;
    for (const std::uint16_t tid : deadlock.cycle) {
      const auto waits = std::ranges::find(deadlock.blocked, tid, &BlockedThread::tid);
      const auto holds = std::ranges::find_if(deadlock.holdings, [&](const Holding& h) {
        return h.tid == tid && std::ranges::any_of(deadlock.blocked, [&](const BlockedThread& t) {
                 return t.object == h.lock && std::ranges::find(deadlock.cycle, t.tid) != deadlock.cycle.end() && t.tid != tid;
               });
      });
      if (waits == deadlock.blocked.end() || holds == deadlock.holdings.end()) return {};
      text += fmt::format("{}{} holds `{}` and waits for `{}`", text.empty() ? "" : ", ", Thread(tid),
                          lock_names_.Of(holds->lock), lock_names_.Of(waits->object));
    }
    return text.empty() ? text : text + ": they wait for each other";
  }

  const Trace& trace_;
  const SiteNames& names_;
  const VariableNames variables_;
  const Summary summary_;
  const LockNames lock_names_;
  std::vector<EventName> events_;
};

std::string TextOf(Cause& cause, const Trace& trace, const std::vector<EventName>& race) {
  if (race.size() == 2) return cause.OfRace(race[0], race[1]);
  switch (trace.end_kind()) {
    case abi::EndKind::kDeadlock: return cause.OfDeadlock();
    case abi::EndKind::kAssert:
    case abi::EndKind::kAbort:
    case abi::EndKind::kException:
    case abi::EndKind::kExit:
    case abi::EndKind::kSignal:
    case abi::EndKind::kPass: return cause.OfFailure();  // kPass: a finding of another outcome
    default: return {};
  }
}
}  // namespace

CauseText CauseOf(const Trace& trace, const std::vector<EventName>& race, const SiteNames& names) {
  Cause cause(trace, names);
  std::string text = TextOf(cause, trace, race);
  return {std::move(text), cause.TakeEvents()};
}

}  // namespace reweave::detect
