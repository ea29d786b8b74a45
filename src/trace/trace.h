// What one run of the tested program did.
//
// A Trace is the runtime's records as they came: RunBegin, events and meta records, RunEnd; what ran before the rewind point
// is in the preamble, which all traces of one process share. Asking how a run ended costs nothing; everything else is
// computed by Summarize or walked with PointWalker, so that strategies which need no more than the end pay for no more.
//
// Traces are values; a Trace may be reused as a buffer (Clear keeps its memory).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "abi/event.h"
#include "trace/event_list.h"
#include "trace/kinds.h"
#include "trace/thread_set.h"

namespace reweave::inline trace {

struct Preamble {
  std::vector<abi::Event> events;  // from RunBegin with plan id 0; no RunEnd
};

struct Trace {
  std::shared_ptr<const Preamble> preamble;  // null: none, or the run is itself the whole program (sequential)
  EventList events;                          // RunBegin .. RunEnd, both included
  bool sequential = false;                   // the program ended before it created a thread
  bool truncated = false;                    // events were dropped: the run recorded more than is kept

  // The last record. A run that is not empty always has one, written by the runtime or made up when the process died.
  const abi::Event& end() const { return events.records().back(); }
  abi::EndKind end_kind() const { return static_cast<abi::EndKind>(end().outcome); }
  // Reached --max-steps: nothing failed, but what would have come is not known.
  bool cut() const { return end_kind() == abi::EndKind::kTimeout && end().value == 1; }
  bool failed() const { return IsFailure(end_kind()) && !cut(); }
  std::uint64_t points() const { return end().obj; }           // scheduling points executed
  std::uint64_t seed() const { return events.records().front().value; }  // of this run within its batch
  void Clear() { events.clear(), preamble.reset(), sequential = truncated = false; }
};

// --- Summary ---------------------------------------------------------------------------------------------------------

struct PendingOperation {
  abi::EventKind kind;
  std::uint32_t ordinal;  // 0: not told
  std::uint32_t site;
  std::uint64_t obj;
  bool enabled;
};

struct ThreadSummary {
  std::uint16_t tid = 0;
  std::uint16_t creator = 0;
  std::string path;                 // "0", "0.1", "0.1.2"
  std::string name;                 // as the program named it, may be empty
  std::uint32_t last_ordinal = 0;   // the last it is known to have reached
  bool ended = false;
  std::uint32_t create_site = 0;    // where its creator made it
  std::optional<PendingOperation> pending;  // at the end of the run
  std::vector<abi::Event> frames;           // at the end of the run, innermost first
};

struct SharedLocation {
  std::uint64_t address;  // of a cell of eight bytes
  std::uint8_t mask;      // which of its bytes
};

struct Summary {
  std::vector<ThreadSummary> threads;  // by tid, without gaps
  std::string message;                 // assertion text, exception type, ...: chosen by the program, escape before printing
  std::string output, errors;          // what the run wrote to stdout and stderr: escape before printing
  std::string unsupported;             // what the runtime could not do
  std::optional<abi::Event> diverged;
  std::vector<SharedLocation> shared;  // that became shared in this run
  std::optional<abi::Event> state_key;

  const std::string& PathOf(std::uint16_t tid) const;  // "?" for a thread that was never announced
};
Summary Summarize(const Trace& trace);

// Appends the bytes that a Text record carries.
void AppendText(std::string& out, const abi::Event& text);
// The reverse: Text records of up to 24 bytes each.
void AppendTextRecords(std::vector<abi::Event>& out, std::string_view text, abi::TextStream stream, std::uint16_t tid = 0);
void AppendTextRecords(EventList& out, std::string_view text, abi::TextStream stream, std::uint16_t tid = 0);

// --- Modules: what site ids mean -------------------------------------------------------------------------------------

struct Module {
  std::string path;
  std::uint64_t bias = 0;
  std::uint32_t index = 0;
  bool is_program = false;    // not one of its libraries
  struct Range {
    std::uint32_t first = 0;  // low 29 bits of the site id of index 0
    std::uint32_t count = 0;
  } sites[static_cast<int>(abi::SiteClass::kCount)];
};
std::vector<Module> ModulesOf(const Trace& trace);

// --- Scheduling points -----------------------------------------------------------------------------------------------

// Walks the scheduling points of a run in order:
//     for (PointWalker walk(trace); walk.Next();) use(walk.event(), walk.enabled());
// enabled(): who could have run instead of the event (the event's thread is among them); passed_over(): who was able to run
// but had yielded or spins. Both are the sets in force just before event() was executed.
class PointWalker {
 public:
  explicit PointWalker(const Trace& trace) : walk_(trace.events) {}
  bool Next();

  const abi::Event& event() const { return walk_.event(); }
  std::size_t index() const { return walk_.index(); }  // into Trace::events
  const ThreadSet& enabled() const { return enabled_; }
  const ThreadSet& passed_over() const { return passed_over_; }
  // Outcomes the operation of event() had to choose from (bit mask), 0 if only one.
  std::uint64_t outcomes() const { return outcomes_; }

 private:
  void Apply(const abi::Event& record);

  RecordWalker walk_;  // accesses in the short form are no points
  ThreadSet enabled_, passed_over_;
  std::vector<std::uint64_t> pending_outcomes_;  // by tid
  std::uint64_t outcomes_ = 0;
};

}  // namespace reweave::inline trace
