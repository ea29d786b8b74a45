#include "findings/listing.h"

#include <fmt/format.h>

#include <vector>

#include "abi/cancellation.h"
#include "base/escape.h"
#include "findings/event_texts.h"
#include "trace/io.h"

namespace reweave::inline findings {

using abi::Event;
using abi::EventKind;

namespace {

std::string ValueText(const Event& event) {
  if ((event.flags & (abi::kNoValue | abi::kRange)) != 0 || event.size > 8) return fmt::format("({} bytes)", event.size);
  return LooksLikeAddress(event) ? fmt::format("= {:#x}", event.value) : fmt::format("= {}", event.value);
}

std::string ThreadText(std::uint64_t tid, const Summary& summary) {
  return tid < 65536 ? "-> thread " + summary.PathOf(static_cast<std::uint16_t>(tid)) : "";
}

std::string ResultText(std::uint64_t error) { return error == 0 ? "ok" : fmt::format("error {}", error); }

class Listing {
 public:
  Listing(const Trace& trace, const SiteNames& names, const ListingOptions& options)
      : trace_(trace), names_(names), options_(options), texts_(trace, names) {}

  std::string Run() {
    if (options_.preamble && trace_.preamble) Add(trace_.preamble->events);
    Add(trace_.events);
    const std::size_t from = options_.last != 0 && lines_.size() > options_.last ? lines_.size() - options_.last : 0;
    std::string out = from != 0 ? fmt::format("... {} earlier events\n", from) : "";
    for (std::size_t i = from; i < lines_.size(); ++i) out += lines_[i];
    return out;
  }

 private:
  void Add(const std::vector<Event>& events) {
    for (const Event& event : events)
      if (IsEvent(event.kind) && (!options_.points_only || IsPoint(event))) lines_.push_back(Line(event));
  }

  std::string Line(const Event& event) const {
    const SitePosition& at = texts_.PositionOf(event);
    std::string place = at.file.empty() ? names_.Describe(event.site) : PlaceText(at);
    std::string what = texts_.Name(event);
    if (what.empty() && event.obj != 0) what = fmt::format("{:#x}", event.obj);
    std::string line =
        fmt::format("{:<8} {:>6} {}{:<16} {:<28} {} {}", texts_.summary().PathOf(event.tid), event.ordinal,
                    IsPoint(event) ? "*" : " ", KindName(event.kind), EscapeLine(place), EscapeLine(what), texts_.Detail(event));
    while (line.ends_with(' ')) line.pop_back();
    return line + "\n";
  }

  const Trace& trace_;
  const SiteNames& names_;
  const ListingOptions& options_;
  const EventTexts texts_;
  std::vector<std::string> lines_;
};

}  // namespace

bool LooksLikeAddress(const Event& event, std::uint64_t value) {
  return event.size == 8 && value >= 1ULL << 32 && value < 1ULL << 47;
}
bool LooksLikeAddress(const Event& event) { return LooksLikeAddress(event, event.value); }

std::string DetailText(const Event& event, const Summary& summary) {
  switch (event.kind) {
    case EventKind::kRead:
    case EventKind::kWrite:
    case EventKind::kAtomicRead:
    case EventKind::kAtomicWrite: return ValueText(event);
    case EventKind::kAtomicRmw:
      return LooksLikeAddress(event) || LooksLikeAddress(event, event.value2)
                 ? fmt::format("{:#x} -> {:#x}", event.value, event.value2)
                 : fmt::format("{} -> {}", event.value, event.value2);
    case EventKind::kCreate:
    case EventKind::kJoin:
    case EventKind::kDetach: return ThreadText(event.value, summary);
    case EventKind::kSignal: return event.value == 0 ? "nobody waits" : ThreadText(event.value - 1, summary);
    case EventKind::kBroadcast:
    case EventKind::kFutexWake: return fmt::format("wakes {}", event.value);
    case EventKind::kTryLock:
    case EventKind::kTryReadLock:
    case EventKind::kTryWriteLock:
    case EventKind::kSemWait:
    case EventKind::kFutexWait: return ResultText(event.value);
    case EventKind::kWaitEnd: return event.value == 1 ? "timed out" : event.value == 2 ? "spurious" : "";
    case EventKind::kSleep: return fmt::format("{} ns", event.value);
    case EventKind::kAlloc: return fmt::format("{} bytes", event.value);
    case EventKind::kFdOp: return IoText(event);
    case EventKind::kSendSignal:
      return event.value2 == abi::kCancellation ? "cancels " + ThreadText(event.value, summary)
                                                : fmt::format("{} to {}", event.value2, ThreadText(event.value, summary));
    case EventKind::kSignalHandler:
      return event.value == abi::kCancellation ? "leaves, cancelled" : fmt::format("= {}", event.value);
    case EventKind::kExtern:
    case EventKind::kSemPost:
    case EventKind::kBranch: return fmt::format("= {}", event.value);
    default: return {};
  }
}

std::string WaitText(EventKind pending, const std::string& variable) {
  const auto named = [&](std::string_view before, std::string_view unnamed) {
    return variable.empty() ? std::string(unnamed) : fmt::format("{} {}", before, variable);
  };
  switch (pending) {
    case EventKind::kWaitEnd: return named("waits on", "waits on a condition variable");
    case EventKind::kLock: return named("waits for lock", "waits for a lock");
    case EventKind::kReadLock: return named("waits for read lock", "waits for a read lock");
    case EventKind::kWriteLock: return named("waits for write lock", "waits for a write lock");
    case EventKind::kSemWait: return named("waits for semaphore", "waits for a semaphore");
    case EventKind::kBarrierLeave: return named("waits at barrier", "waits at a barrier");
    case EventKind::kFutexWait: return named("waits on", "waits on a futex");
    case EventKind::kOnceReturn: return named("waits for the initialiser of", "waits for an initialiser");
    case EventKind::kFdOp: return "waits for input or output";
    default: return fmt::format("waits in {}", KindName(pending));
  }
}

std::string RenderListing(const Trace& trace, const SiteNames& names, const ListingOptions& options) {
  return Listing(trace, names, options).Run();
}

std::string RenderEnd(const Trace& trace) {
  const Summary summary = Summarize(trace);
  std::string out(EndKindName(trace.end_kind()));
  const std::string& text = trace.end_kind() == abi::EndKind::kUnsupported ? summary.unsupported : summary.message;
  if (!text.empty()) out += ": " + EscapeLine(text);
  if (trace.failed()) out += fmt::format(" (thread {})", summary.PathOf(trace.end().tid));
  return out + fmt::format(", {} steps, {} threads\n", trace.points(), summary.threads.size());
}

}  // namespace reweave::inline findings
