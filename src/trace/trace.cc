#include "trace/trace.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>
#include <utility>

namespace abi_demangle = abi;  // of the compiler's runtime, not ours

namespace reweave::inline trace {

using abi::Event;
using abi::EventKind;

namespace {
constexpr std::size_t kTextOffset = offsetof(Event, obj);
constexpr std::size_t kTextBytes = offsetof(Event, size) - kTextOffset;  // size, order, outcome say what the text is
static_assert(kTextBytes == 24);
}  // namespace

void AppendText(std::string& out, const Event& text) {
  const std::size_t n = std::min<std::size_t>(text.size, kTextBytes);
  out.append(reinterpret_cast<const char*>(&text) + kTextOffset, n);
}

void AppendTextRecords(std::vector<Event>& out, std::string_view text, abi::TextStream stream, std::uint16_t tid) {
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), kTextBytes))) {
    Event record{};
    record.kind = EventKind::kText;
    record.tid = tid;
    record.size = static_cast<std::uint16_t>(std::min(text.size(), kTextBytes));
    record.outcome = static_cast<std::uint8_t>(stream);
    std::memcpy(reinterpret_cast<char*>(&record) + kTextOffset, text.data(), record.size);
    out.push_back(record);
  }
}

void AppendTextRecords(EventList& out, std::string_view text, abi::TextStream stream, std::uint16_t tid) {
  std::vector<Event> records;
  AppendTextRecords(records, text, stream, tid);
  for (const Event& record : records) out.push_back(record);
}

const std::string& Summary::PathOf(std::uint16_t tid) const {
  static const std::string kUnknown = "?";
  return tid < threads.size() ? threads[tid].path : kUnknown;
}

namespace {

// Reads the records of a trace in order. After an Unsupported record the message says what was unsupported.
class Summarizer {
 public:
  Summary Run(const Trace& trace) {
    Thread(0).path = "0";
    if (trace.preamble) ReadThreads(trace.preamble->events);
    for (const Event& record : trace.events.records()) Read(record);
    if (const UnitStore* units = trace.events.units())
      for (const AccessRun& run : units->runs) {
        std::uint32_t& last = Thread(run.context.tid).last_ordinal;
        last = std::max(last, run.context.ordinal + run.count - 1);
      }
    if (trace.end_kind() == abi::EndKind::kException) ExplainException();
    return std::move(summary_);
  }

 private:
  // The runtime knows the mangled type only; what() was printed by the library's terminate handler.
  void ExplainException() {
    int status = 0;
    if (char* name = abi_demangle::__cxa_demangle(summary_.message.c_str(), nullptr, nullptr, &status)) {
      summary_.message = name;
      std::free(name);
    }
    constexpr std::string_view kWhat = "  what():  ";
    const auto at = summary_.errors.find(kWhat);
    if (at == std::string::npos) return;
    const auto begin = at + kWhat.size();
    summary_.message += ": " + summary_.errors.substr(begin, summary_.errors.find('\n', begin) - begin);
  }

  ThreadSummary& Thread(std::uint16_t tid) {
    while (summary_.threads.size() <= tid) {
      ThreadSummary& thread = summary_.threads.emplace_back();
      thread.tid = static_cast<std::uint16_t>(summary_.threads.size() - 1);
      thread.path = "?";
      created_.push_back(0);
    }
    return summary_.threads[tid];
  }

  void NamePath(std::uint16_t tid, std::uint16_t creator, std::uint64_t k) {
    Thread(creator);
    ThreadSummary& thread = Thread(tid);
    thread.creator = creator;
    if (tid != 0) thread.path = summary_.threads[creator].path + "." + std::to_string(k);
  }

  void ReadThreads(const std::vector<Event>& events) {
    for (const Event& record : events)
      if (record.kind == EventKind::kThreadInfo || IsEvent(record.kind)) Read(record);
  }

  void Read(const Event& record) {
    if (IsEvent(record.kind)) return ReadEvent(record);
    switch (record.kind) {
      case EventKind::kThreadInfo: NamePath(record.tid, static_cast<std::uint16_t>(record.value), record.value2); break;
      case EventKind::kPending:
        Thread(record.tid).pending = PendingOperation{.kind = static_cast<EventKind>(record.value),
                                                      .ordinal = record.ordinal,
                                                      .site = record.site,
                                                      .obj = record.obj,
                                                      .enabled = record.value2 != 0};
        break;
      case EventKind::kFrame:
        if (record.outcome == 0) Thread(record.tid).frames.push_back(record);
        break;
      case EventKind::kText: ReadText(record); break;
      case EventKind::kShared: summary_.shared.push_back({record.obj, static_cast<std::uint8_t>(record.value)}); break;
      case EventKind::kDiverged: summary_.diverged = record; break;
      case EventKind::kRunEnd: Thread(record.tid).last_ordinal = std::max(Thread(record.tid).last_ordinal, record.ordinal); break;
      case EventKind::kStateKey: summary_.state_key = record; break;
      case EventKind::kUnsupported: after_unsupported_ = true; break;
      default: break;
    }
  }

  void ReadEvent(const Event& event) {
    ThreadSummary& thread = Thread(event.tid);
    thread.last_ordinal = std::max(thread.last_ordinal, event.ordinal);
    if (event.kind == EventKind::kEnd) thread.ended = true;
    if (event.kind == EventKind::kCreate && event.value < 65536) {
      const auto child = static_cast<std::uint16_t>(event.value);
      const auto k = ++created_[event.tid];
      if (Thread(child).path == "?") NamePath(child, event.tid, k);
      Thread(child).create_site = event.site;
    }
  }

  void ReadText(const Event& text) {
    switch (static_cast<abi::TextStream>(text.outcome)) {
      case abi::TextStream::kStdout: AppendText(summary_.output, text); break;
      case abi::TextStream::kStderr: AppendText(summary_.errors, text); break;
      case abi::TextStream::kMessage: AppendText(after_unsupported_ ? summary_.unsupported : summary_.message, text); break;
      case abi::TextStream::kName: AppendText(Thread(text.tid).name, text); break;
      case abi::TextStream::kModule:
      case abi::TextStream::kPassed: break;
    }
  }

  Summary summary_;
  std::vector<std::uint32_t> created_;  // children so far, by tid
  bool after_unsupported_ = false;
};

void ReadModules(std::span<const Event> events, std::vector<Module>& modules) {
  bool named = false;  // texts belong to the module before them, not to another record's
  for (const Event& record : events) {
    if (record.kind != EventKind::kText) named = record.kind == EventKind::kModule;
    if (record.kind == EventKind::kModule) {
      modules.push_back({.path = {},
                         .bias = record.value,
                         .index = static_cast<std::uint32_t>(record.value2),
                         .is_program = (record.flags & 1) != 0,
                         .sites = {}});
    } else if (record.kind == EventKind::kText && record.outcome == static_cast<std::uint8_t>(abi::TextStream::kModule)) {
      if (named && !modules.empty()) AppendText(modules.back().path, record);
    } else if (record.kind == EventKind::kSiteBase && record.outcome < static_cast<int>(abi::SiteClass::kCount)) {
      const auto module = std::ranges::find(modules, static_cast<std::uint32_t>(record.value2), &Module::index);
      if (module == modules.end()) continue;
      module->sites[record.outcome] = {.first = record.site & ((1u << abi::kSiteClassShift) - 1),
                                       .count = static_cast<std::uint32_t>(record.value)};
    }
  }
}

}  // namespace

Summary Summarize(const Trace& trace) { return Summarizer().Run(trace); }

std::vector<Module> ModulesOf(const Trace& trace) {
  std::vector<Module> modules;
  if (trace.preamble) ReadModules(trace.preamble->events, modules);
  ReadModules(trace.events.records(), modules);
  return modules;
}

void PointWalker::Apply(const Event& record) {
  if (record.kind == EventKind::kEnabled) {
    ThreadSet& set = (record.flags & 1) != 0 ? passed_over_ : enabled_;
    if (record.ordinal == 0) set.Clear();
    const std::uint64_t words[3] = {record.obj, record.value, record.value2};
    for (std::size_t i = 0; i < 3 && record.ordinal * 3ull + i < std::min(record.caller, 1024u); ++i)
      set.SetWord(record.ordinal * 3 + i, words[i]);
  } else if (record.kind == EventKind::kOutcomes) {
    if (pending_outcomes_.size() <= record.tid) pending_outcomes_.resize(record.tid + 1);
    pending_outcomes_[record.tid] = record.value;
  }
}

bool PointWalker::Next() {
  while (walk_.Next()) {
    const Event& record = walk_.event();
    if (!IsEvent(record.kind)) {
      Apply(record);
      continue;
    }
    outcomes_ = 0;
    if (record.tid < pending_outcomes_.size()) outcomes_ = std::exchange(pending_outcomes_[record.tid], 0);
    if ((record.flags & abi::kPoint) != 0) return true;
  }
  return false;
}

}  // namespace reweave::inline trace
