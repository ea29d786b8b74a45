#include "report/perfetto.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <vector>

#include "base/escape.h"
#include "findings/event_texts.h"
#include "findings/held_locks.h"
#include "findings/listing.h"
#include "trace/meaning.h"

namespace reweave::inline report {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kProcess = 1;

class Perfetto {
 public:
  Perfetto(const TraceInfo& info, const Trace& trace, const SiteNames& names)
      : info_(info), trace_(trace), texts_(trace, names), lock_names_(trace, names) {}

  std::string Run() {
    Metadata();
    if (trace_.preamble)
      for (const abi::Event& event : trace_.preamble->events)
        if (IsEvent(event.kind)) Add(event, false);
    std::size_t next = 0;
    for (PointWalker walk(trace_); walk.Next();) {
      for (; next < walk.index(); ++next)
        if (IsEvent(trace_.events[next].kind)) Add(trace_.events[next], false);
      Add(walk.event(), running_ >= 0 && walk.enabled().contains(static_cast<std::uint32_t>(running_)));
      next = walk.index() + 1;
    }
    for (; next < trace_.events.size(); ++next)
      if (IsEvent(trace_.events[next].kind)) Add(trace_.events[next], false);
    Finish();
    const Json out = {
        {"traceEvents", InOrder()},
        {"displayTimeUnit", "ns"},
        {"otherData", {{"tool", "reweave"}, {"version", info_.tool_version}, {"time", "one event is one microsecond"}}}};
    return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  // Tracks are numbered from 1: viewers take thread 0 for the idle one.
  static int Track(std::uint32_t tid) { return static_cast<int>(tid) + 1; }

  Json Base(const char* phase, const std::string& name, const char* category, std::uint32_t tid) const {
    return {{"ph", phase}, {"name", EscapeUtf8(name)}, {"cat", category}, {"ts", now_}, {"pid", kProcess}, {"tid", Track(tid)}};
  }

  void Metadata() {
    const auto meta = [&](const char* what, int tid, Json args) {
      events_.push_back({{"ph", "M"}, {"name", what}, {"pid", kProcess}, {"tid", tid}, {"args", std::move(args)}});
    };
    meta("process_name", 0, {{"name", EscapeUtf8(info_.command.empty() ? "program" : info_.command[0])}});
    for (const ThreadSummary& thread : texts_.summary().threads) {
      const std::string name = thread.name.empty() ? thread.path : thread.path + " " + thread.name;
      meta("thread_name", Track(thread.tid), {{"name", "thread " + EscapeUtf8(name)}});
      meta("thread_sort_index", Track(thread.tid), {{"sort_index", thread.tid}});
    }
  }

  void Add(const abi::Event& event, bool previous_could_run) {
    if (event.tid != running_) Switch(event.tid, previous_could_run);
    const SitePosition& at = texts_.PositionOf(event);
    const std::string variable = texts_.Name(event);
    std::string name(KindName(event.kind));
    if (!variable.empty()) name += " " + variable;
    Json slice = Base("X", name, IsPlainAccess(event.kind) ? "access" : "sync", event.tid);
    slice["dur"] = 1;
    Json args = {{"ordinal", event.ordinal}, {"scheduling point", IsPoint(event)}};
    if (!at.file.empty()) args["place"] = EscapeUtf8(PlaceText(at));
    if (!at.function.empty()) args["function"] = EscapeUtf8(at.function);
    if (const std::string detail = texts_.Detail(event); !detail.empty()) args["detail"] = EscapeUtf8(detail);
    slice["args"] = std::move(args);
    events_.push_back(std::move(slice));
    Flows(event);
    ++now_;
    Locks(event);
  }

  void Switch(std::uint16_t to, bool previous_could_run) {
    if (running_ >= 0) {
      CloseTurn();
      Json turn = Base("i",
                       fmt::format("{} {} to {}", previous_could_run ? "preemption:" : "switch:",
                                   texts_.summary().PathOf(static_cast<std::uint16_t>(running_)), texts_.summary().PathOf(to)),
                       "switch", to);
      turn["s"] = "p";
      events_.push_back(std::move(turn));
    }
    events_.push_back(Base("B", "runs", "turn", to));
    running_ = to;
  }
  void CloseTurn() { events_.push_back(Base("E", "runs", "turn", static_cast<std::uint32_t>(running_))); }

  // What the event took and released.
  void Locks(const abi::Event& event) {
    const std::vector<std::uint64_t> before = held_.Of(event.tid);
    held_.Apply(event);
    const std::vector<std::uint64_t>& after = held_.Of(event.tid);
    for (const std::uint64_t lock : after)
      if (std::ranges::find(before, lock) == before.end()) Lock("b", event.tid, lock);
    for (const std::uint64_t lock : before)
      if (std::ranges::find(after, lock) == after.end()) Lock("e", event.tid, lock);
  }

  void Lock(const char* phase, std::uint16_t tid, std::uint64_t lock) {
    Json item = Base(phase, "holds " + lock_names_.Of(lock), "lock", tid);
    item["id"] = fmt::format("{}.{:x}", tid, lock);
    if (*phase == 'b') item["args"] = {{"thread", texts_.summary().PathOf(tid)}, {"address", fmt::format("{:#x}", lock)}};
    events_.push_back(std::move(item));
    if (*phase == 'b') open_.emplace(tid, lock);
    else open_.erase({tid, lock});
  }

  // --- Arrows from a slice to a slice of another thread ------------------------------------------------------------------

  struct Moment {
    std::uint16_t tid = 0;
    std::uint64_t time = 0;
  };
  // What was published: through what, to which object, for which thread + 1 (0: for whoever waits).
  using Published = std::tuple<OrderUse::Through, std::uint64_t, std::uint64_t>;

  void Flows(const abi::Event& event) {
    if (const OrderUse use = OrderUseOf(event); use.publishes()) {
      const std::uint64_t whom = event.kind == abi::EventKind::kSignal ? use.woken : 0;
      if (use.begins || use.woken > 0 || use.through == OrderUse::Through::kSemaphore)
        published_[{use.through, use.object, whom}] = {event.tid, now_};
    } else if (use.awaits() && !use.failed && (use.begins || use.through != OrderUse::Through::kThread)) {
      const auto own = published_.find({use.through, use.object, event.tid + 1u});
      const auto all = published_.find({use.through, use.object, 0});
      const auto from = all == published_.end() || (own != published_.end() && own->second.time > all->second.time) ? own : all;
      if (from != published_.end())
        Flow(use.begins ? "creates" : use.through == OrderUse::Through::kSemaphore ? "posts" : "wakes", from->second, event.tid);
      if (own != published_.end()) published_.erase(own);
    }
    const LockUse lock = LockUseOf(event);
    if (lock.nested || lock.lock == 0) return;
    if (lock.releases()) released_[lock.lock] = {event.tid, now_};
    else if (const auto from = released_.find(lock.lock); lock.takes() && from != released_.end()) {
      Flow("hands over " + lock_names_.Of(lock.lock), from->second, event.tid);
      released_.erase(from);
    }
  }

  void Flow(const std::string& name, const Moment& from, std::uint16_t to) {
    if (from.tid == to) return;
    ++flows_;
    Json start = Base("s", name, "flow", from.tid), finish = Base("f", name, "flow", to);
    start["ts"] = from.time;
    start["id"] = finish["id"] = flows_;
    finish["bp"] = "e";  // ends at the slice around it, not at the next
    events_.push_back(std::move(start));
    events_.push_back(std::move(finish));
  }

  // By time: where a flow begins is known only when it ends.
  Json InOrder() {
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (std::size_t i = 0; i < events_.size(); ++i) order.emplace_back(events_[i].value("ts", std::uint64_t{0}), i);
    std::ranges::sort(order);
    Json out = Json::array();
    for (const auto& [time, index] : order) out.push_back(std::move(events_[index]));
    return out;
  }

  void Finish() {
    if (running_ >= 0) CloseTurn();
    for (const auto& [tid, lock] : std::set(open_)) Lock("e", tid, lock);  // what is never released
    std::string end = RenderEnd(trace_);
    while (end.ends_with('\n')) end.pop_back();
    Json item = Base("i", "end: " + end, "end", trace_.end().tid);
    item["s"] = "g";
    events_.push_back(std::move(item));
  }

  const TraceInfo& info_;
  const Trace& trace_;
  const EventTexts texts_;
  const LockNames lock_names_;
  HeldLocks held_;
  std::set<std::pair<std::uint16_t, std::uint64_t>> open_;
  std::map<Published, Moment> published_;
  std::map<std::uint64_t, Moment> released_;
  std::uint64_t flows_ = 0;
  Json events_ = Json::array();
  int running_ = -1;
  std::uint64_t now_ = 0;
};

}  // namespace

std::string PerfettoJson(const TraceInfo& info, const Trace& trace, const SiteNames& names) {
  return Perfetto(info, trace, names).Run();
}

}  // namespace reweave::inline report
