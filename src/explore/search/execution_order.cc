#include "explore/search/execution_order.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/rng.h"
#include "trace/kinds.h"
#include "trace/meaning.h"

namespace reweave::inline search {

using abi::Event, abi::EventKind;

ExecutionOrder::ExecutionOrder() : process_{0}, last_{RunView::kNoStep}, children_{0} {}

ExecutionOrder ExecutionOrder::Prefix(std::size_t size) const {
  ExecutionOrder out;
  out.reader_ = reader_;
  out.names_ = names_;
  out.preamble_ = preamble_;
  out.signals_ = signals_;
  out.in_order_ = in_order_;
  out.older_ = older_;
  out.nodes_.assign(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(size));
  out.process_ = process_;
  for (std::size_t i = size; i < nodes_.size(); ++i)
    if (nodes_[i].created) out.process_.pop_back();
  out.last_.assign(last_.size(), RunView::kNoStep);
  out.children_.assign(children_.size(), 0);
  for (std::size_t i = 0; i < size; ++i) {
    out.last_[nodes_[i].process] = i;
    out.children_[nodes_[i].process] += nodes_[i].created;
    for (const Touch& touch : nodes_[i].touches) out.Remember(i, touch);
  }
  return out;
}

std::uint16_t ExecutionOrder::NameOf(std::uint16_t creator, std::uint32_t k) {
  const std::uint16_t name = names_->try_emplace({creator, k}, static_cast<std::uint16_t>(names_->size() + 1)).first->second;
  if (last_.size() <= names_->size()) last_.resize(names_->size() + 1, RunView::kNoStep), children_.resize(names_->size() + 1);
  return name;
}

std::uint16_t ExecutionOrder::TidOf(std::uint16_t process) const {
  const auto found = std::ranges::find(process_, process);
  CHECK(found != process_.end());
  return static_cast<std::uint16_t>(found - process_.begin());
}

void ExecutionOrder::Truncate(std::size_t size) {
  while (nodes_.size() > size) {
    Node& node = nodes_.back();
    for (const Touch& touch : node.touches) {
      const auto found = objects_.find(touch.object);
      if (found != objects_.end() && !found->second.empty() && found->second.back().step == nodes_.size() - 1)
        found->second.pop_back();
    }
    last_[node.process] = node.previous;
    if (node.created) process_.pop_back(), --children_[node.process];
    spare_.push_back(std::move(node));
    nodes_.pop_back();
  }
}

void ExecutionOrder::Join(Clock& into, const Clock& from) const {
  if (into.size() < from.size()) into.resize(from.size());
  for (std::size_t p = 0; p < from.size(); ++p) into[p] = std::max(into[p], from[p]);
}

// Names the new thread by its place in the creation tree.
void ExecutionOrder::Create(Node& node, const RunView& run, const Trace& trace) {
  const std::size_t at = run.event_index(nodes_.size());
  if (trace.events[at].value != process_.size()) return;  // creation failed
  const std::uint32_t k = ++children_[node.process];
  process_.push_back(NameOf(node.process, k));
  node.created = true;
  if (!in_order_) return;
  node.birth = BirthOf(trace.events, at);
  node.child = process_.back();
  if (older_.size() <= node.child) older_.resize(node.child + 1u, kNobody);
  older_[node.child] = OlderThan(node, run, trace);
}

// With whom the thread that the step creates is interchangeable: made by the step of the same thread just before.
std::uint16_t ExecutionOrder::OlderThan(const Node& node, const RunView& run, const Trace& trace) const {
  if (node.previous == RunView::kNoStep) return kNobody;
  const Node& before = nodes_[node.previous];
  const std::size_t at = run.event_index(nodes_.size());
  const bool equal = before.created && before.birth.EqualTo(node.birth) &&
                     IsQuiet(trace.events, run.event_index(node.previous) + 1, at, trace.events[at].tid);
  return equal ? before.child : kNobody;
}

// A thread's second step follows that of the interchangeable one that was made before it.
void ExecutionOrder::CollectOlder(std::uint16_t process, std::uint32_t position) {
  older_step_ = RunView::kNoStep;
  if (!in_order_ || position != 2 || process >= older_.size() || older_[process] == kNobody) return;
  std::size_t step = LastOf(older_[process]);
  while (step != RunView::kNoStep && nodes_[step].position > 2) step = nodes_[step].previous;
  if (step == RunView::kNoStep || nodes_[step].position != 2) return;
  older_step_ = step;
  direct_.push_back({.step = step, .object = TouchReader::kMadeUp | 10ull << 32, .enabling = true, .waits = true});
}

// Whether a reader or a writer gives the lock back. Who has given back all that it took gives back somebody else's: whether that
// is possible depends on every use of the lock.
void ExecutionOrder::RefineRwUnlock(Node& node) {
  Touch& touch = node.touches.front();
  const auto found = objects_.find(touch.object);
  if (found == objects_.end()) return;
  int given_back = 0;
  bool took = false;
  for (auto entry = found->second.rbegin(); entry != found->second.rend(); ++entry) {
    if (nodes_[entry->step].process != node.process) continue;
    if ((entry->touch.role & kReleases) != 0) ++given_back;
    if ((entry->touch.role & kTakes) == 0) continue;
    if (given_back-- == 0) {
      touch.write = entry->touch.write;
      return;
    }
    took = true;
  }
  touch.write = true;  // also if what it took was before the first step that is known
  if (took) touch.role = kNoRole;
}

// What only the history tells: whether a lock was tried by its holder; whether a read-write lock is released by a reader; whom
// a broadcast wakes.
void ExecutionOrder::RefineTouches(Node& node, std::size_t i) {
  if (node.kind == EventKind::kTryLock && (node.touches.front().role & kTakes) != 0) {
    const auto found = objects_.find(node.touches.front().object);
    if (found == objects_.end()) return;
    for (auto entry = found->second.rbegin(); entry != found->second.rend(); ++entry) {
      if ((entry->touch.role & (kTakes | kReleases)) == 0) continue;
      if ((entry->touch.role & kTakes) != 0 && nodes_[entry->step].process == node.process)
        node.touches.erase(node.touches.begin());
      return;
    }
  }
  if (node.kind == EventKind::kRwUnlock) RefineRwUnlock(node);
  if (node.kind != EventKind::kBroadcast) return;
  const auto processes = static_cast<std::uint16_t>(last_.size());
  for (std::uint16_t p = 0; p < processes; ++p) {
    const std::size_t last = last_[p];
    if (last == RunView::kNoStep || p == node.process || nodes_[last].kind != EventKind::kWaitBegin ||
        nodes_[last].obj != node.obj)
      continue;
    const auto woken = objects_.find(TouchReader::WakeOf(p));
    const bool already =
        woken != objects_.end() && !woken->second.empty() && woken->second.back().touch.write && woken->second.back().step > last;
    if (!already) node.touches.push_back({.object = TouchReader::WakeOf(p), .write = true, .role = kReleases});
  }
}

// A call into a library may touch several places, each with a scheduling point of its own, and does its work after the last: so
// the last touches all of them. Accesses of one call follow each other in the run and in the code.
void ExecutionOrder::TouchAgain(const Node& node, const RunView& run, const Trace& trace, std::vector<Touch>& touches) {
  const std::vector<Event>& events = trace.events;
  const auto is_range = [](const Event& event) { return IsPlainAccess(event.kind) && (event.flags & abi::kRange) != 0; };
  const std::size_t head = run.event_index(nodes_.size());
  if (!is_range(events[head])) return;
  const Event* later = &events[head];
  for (std::size_t step = node.previous; step != RunView::kNoStep; step = nodes_[step].previous) {
    const std::size_t begin = run.event_index(step), end = run.event_index(step + 1);
    for (std::size_t i = end; i > begin; --i) {
      const Event& event = events[i - 1];
      if (!IsAccess(event.kind) && !IsPoint(event)) continue;  // what is not counted
      const bool beside = event.site + 1 == later->site || later->site + 1 == event.site;
      if (!is_range(event) || event.ordinal + 1 != later->ordinal || !beside) return;
      reader_.Read(events, i - 1, i, process_, touches);
      later = &event;
    }
  }
}

void ExecutionOrder::Remember(std::size_t step, const Touch& touch) {
  History& history = objects_[touch.object];
  const std::size_t size = history.size();
  const std::size_t written = size == 0 ? 0 : history.back().touch.write ? size : history.back().written;
  history.push_back({.step = step, .touch = touch, .written = written});
}

// Earlier steps that this touch conflicts with, back to the write that hides the rest. A read goes from write to write: a loop
// that reads one variable again and again would take time by the square of its turns.
void ExecutionOrder::CollectDirect(const Touch& touch, std::uint16_t process, std::vector<Direct>& direct) const {
  const auto found = objects_.find(touch.object);
  if (found == objects_.end()) return;
  const History& history = found->second;
  std::uint8_t open = touch.mask;
  for (std::size_t left = history.size(); left > 0 && open != 0;) {
    const Entry* entry = &history[left - 1];
    left = touch.write ? left - 1 : entry->written;
    if ((entry->touch.mask & open) == 0 || !(entry->touch.write || touch.write)) continue;
    if (entry->touch.commutes && touch.commutes) continue;
    const bool enabling = (touch.role & kWaits) != 0 && (entry->touch.role & kReleases) != 0 && !entry->touch.commutes;
    direct.push_back({entry->step, touch.object, enabling, (touch.role & kWaits) != 0});
    if (entry->touch.write && !entry->touch.commutes) open &= static_cast<std::uint8_t>(~entry->touch.mask);
  }
}

// Steps that depend on all steps of others: with the last step of a thread, on all before. And the other way round: the last
// signal that was sent to this thread, the last fork.
void ExecutionOrder::CollectWhole(const Node& node) {
  const auto add = [&](std::size_t step, std::uint64_t object) {
    direct_.push_back({.step = step, .object = object, .enabling = false, .waits = false});
  };
  const bool all = DependsOnAll(node.touches), one = DependsOnThread(node.touches);
  const auto processes = static_cast<std::uint16_t>(all || one ? last_.size() : 0);
  for (std::uint16_t p = 0; p < processes; ++p)
    if (p != node.process && last_[p] != RunView::kNoStep && (all || node.touches.front().object == TouchReader::StepsOf(p)))
      add(last_[p], node.touches.front().object);
  signals_ |= one || all;
  if (!signals_) return;
  if (const auto fork = objects_.find(TouchReader::kProcess); !all && fork != objects_.end() && !fork->second.empty())
    add(fork->second.back().step, TouchReader::kProcess);
  const std::uint64_t mine = TouchReader::StepsOf(node.process);
  if (const auto sent = objects_.find(mine); sent != objects_.end() && !sent->second.empty()) add(sent->second.back().step, mine);
}

// Who took the object that this touch waits for, back to the last exclusive taker. The process's own shared one hides nobody:
// other readers may have come before it without an order.
void ExecutionOrder::CollectTakers(const Touch& touch, std::uint16_t process, std::vector<std::size_t>& takers) const {
  const auto found = objects_.find(touch.object);
  if (found == objects_.end() || (touch.role & kWaits) == 0) return;
  for (auto entry = found->second.rbegin(); entry != found->second.rend(); ++entry) {
    if ((entry->touch.role & kTakes) == 0 || (entry->touch.mask & touch.mask) == 0) continue;
    if (!entry->touch.write && !touch.write) continue;
    const bool own = nodes_[entry->step].process == process;
    if (!own) takers.push_back(entry->step);
    if (own && !entry->touch.write) continue;
    if (entry->touch.write) return;
  }
}

// Whether a semaphore would have a unit left for one more wait if this post, and all that depends on it, had not happened.
bool ExecutionOrder::ReadyWithout(std::size_t post) const {
  std::int64_t count = static_cast<std::int64_t>(nodes_[post].value) - 1;
  for (std::size_t k = post + 1; k < nodes_.size(); ++k) {
    if (nodes_[k].obj != nodes_[post].obj || Before(post, k)) continue;
    count += nodes_[k].kind == EventKind::kSemPost;
    count -= nodes_[k].kind == EventKind::kSemWait && nodes_[k].value == 0;
  }
  return count > 0;
}

void ExecutionOrder::CollectRaces(std::uint16_t process, std::size_t previous, const std::vector<Touch>& touches,
                                  std::vector<Race>& races) {
  // What else must come before the step if it comes before `without`. If that took what the step waits for (`whole_object`), the
  // step cannot come between it and its release: what was done there, also to memory that is no point of its own, comes later as
  // a whole.
  const auto past = [&](std::size_t without, std::uint64_t object, bool whole_object) {
    std::size_t release = without;
    for (const Direct& d : direct_)
      if (whole_object && d.object == object && nodes_[d.step].process == nodes_[without].process)
        release = std::max(release, d.step);
    const auto held = [&](std::size_t step) {
      return step > without && step < release && nodes_[step].process == nodes_[without].process;
    };
    Clock clock;
    if (previous != RunView::kNoStep) clock = nodes_[previous].clock;
    if (!whole_object) {
      for (const Latest& latest : latest_) {
        const std::size_t step = latest.last == without ? latest.before : latest.last;
        if (step != RunView::kNoStep) Join(clock, nodes_[step].clock);
      }
      return clock;
    }
    for (const Direct& d : direct_)
      if (d.step != without && !(whole_object && (d.object == object || held(d.step)))) Join(clock, nodes_[d.step].clock);
    return clock;
  };
  const auto add = [&](std::size_t first, std::uint64_t object, bool enabling, bool whole_object) {
    if (nodes_[first].process == process || first == older_step_) return;
    if (previous != RunView::kNoStep && Before(first, previous)) return;
    if (std::ranges::any_of(races, [&](const Race& race) { return race.first == first && race.process == process; })) return;
    Clock clock = past(first, object, whole_object);
    if (Includes(clock, first)) return;
    races.push_back({.first = first, .past = std::move(clock), .process = process, .enabling = enabling});
  };
  FindLatest();
  std::vector<std::size_t> takers;
  for (const Touch& touch : touches) {
    takers.clear();
    CollectTakers(touch, process, takers);
    for (const std::size_t taker : takers) add(taker, touch.object, false, true);
  }
  // Of one thread's steps only the last can race: the step comes after that one, and so after those before it. A write after many
  // reads (a loop that polls) would take time by the square of their number.
  for (const Direct& d : direct_)
    if (d.step == latest_[nodes_[d.step].process].last &&
        (!d.waits || nodes_[d.step].kind != EventKind::kSemPost || ReadyWithout(d.step)))
      add(d.step, d.object, d.enabling, false);
}

// A step's clock includes those of the steps before it of the same thread, so two of each thread stand for all. A step that
// reads or frees a buffer may depend on thousands, one for each word, and each of them asks for the past without it.
void ExecutionOrder::FindLatest() {
  latest_.assign(last_.size(), {});
  for (const Direct& d : direct_) {
    Latest& latest = latest_[nodes_[d.step].process];
    if (d.step == latest.last || d.step == latest.before) continue;
    if (latest.last == RunView::kNoStep || d.step > latest.last) latest.before = std::exchange(latest.last, d.step);
    else if (latest.before == RunView::kNoStep || d.step > latest.before) latest.before = d.step;
  }
}

// Where the rewind point is not the first thread's creation, there are threads that no step of the run created.
void ExecutionOrder::NameOldThreads(const Trace& trace) {
  if (!trace.preamble || trace.preamble.get() == preamble_) return;
  preamble_ = trace.preamble.get();
  for (const abi::Event& event : trace.preamble->events) {
    if (event.kind != EventKind::kThreadInfo || event.tid != process_.size()) continue;
    process_.push_back(NameOf(kNobody, event.tid));
  }
}

void ExecutionOrder::Append(const RunView& run, const Trace& trace, std::vector<Race>& races) {
  const std::size_t i = nodes_.size();
  if (i == 0) NameOldThreads(trace);
  if (spare_.empty()) spare_.emplace_back();
  Node node = std::move(spare_.back());
  spare_.pop_back();
  const abi::Event& event = trace.events[run.event_index(i)];
  node.process = process_[event.tid];
  node.previous = LastOf(node.process);
  node.position = node.previous == RunView::kNoStep ? 1 : nodes_[node.previous].position + 1;
  node.kind = event.kind;
  node.obj = event.obj;
  node.value = event.value;
  node.mutex = event.kind == EventKind::kWaitBegin ? event.value2 : 0;
  node.created = false;
  node.outcome = event.outcome;
  if (event.kind == EventKind::kCreate) Create(node, run, trace);
  node.touches.clear();
  const std::size_t end = i + 1 < run.size() ? run.event_index(i + 1) : trace.events.size();
  reader_.Read(trace.events, run.event_index(i), end, process_, node.touches);
  TouchAgain(node, run, trace, node.touches);
  RefineTouches(node, i);

  direct_.clear();
  for (const Touch& touch : node.touches) CollectDirect(touch, node.process, direct_);
  CollectWhole(node);
  CollectOlder(node.process, node.position);
  races.clear();
  CollectRaces(node.process, node.previous, node.touches, races);
  node.clock.clear();
  if (node.previous != RunView::kNoStep) node.clock = nodes_[node.previous].clock;
  for (const Latest& latest : latest_)
    if (latest.last != RunView::kNoStep) Join(node.clock, nodes_[latest.last].clock);
  if (node.clock.size() <= node.process) node.clock.resize(node.process + 1u);
  node.clock[node.process] = node.position;
  Hash(node, direct_);

  for (const Touch& touch : node.touches) Remember(i, touch);
  last_[node.process] = i;
  nodes_.push_back(std::move(node));
}

void ExecutionOrder::PendingRaces(const abi::Event& pending, const RunView& run, const Trace& trace, std::vector<Race>& races) {
  races.clear();
  const std::uint16_t process = ProcessOf(pending.tid);
  const std::size_t previous = LastOf(process);
  if (process == kNobody || previous == RunView::kNoStep || WaitsFor(process) != kNobody) return;
  std::vector<Touch> touches;
  TouchReader::ReadPending(pending, (pending.flags & 1) != 0 ? nodes_[previous].mutex : 0, touches);
  direct_.clear();
  CollectOlder(process, nodes_[previous].position + 1);
  CollectRaces(process, previous, touches, races);
}

// A step's hash tells the step and its causal past; the sum over all steps does not depend on their order.
void ExecutionOrder::Hash(Node& node, const std::vector<Direct>& direct) {
  std::uint64_t past = 0;
  for (const Direct& d : direct) {
    std::uint64_t mixed = nodes_[d.step].own_hash ^ d.object;
    past += SplitMix(mixed);
  }
  std::uint64_t state = past ^ (std::uint64_t{node.process} << 48 | std::uint64_t{node.position} << 16 |
                                std::uint64_t{node.outcome} << 8 | static_cast<std::uint64_t>(node.kind));
  if (node.previous != RunView::kNoStep) state ^= nodes_[node.previous].own_hash * 0x9e3779b97f4a7c15ull;
  node.own_hash = SplitMix(state);
  node.order_key = OrderKey() + node.own_hash;
}

}  // namespace reweave::inline search
