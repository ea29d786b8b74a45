// Trace files (.rwt): docs/formats/trace.md. Compressed chunks, each with a checksum, and an end record: a file that was cut
// off or changed is refused, with the byte where it goes wrong; salvaging uses what comes before.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/trace.h"

namespace reweave::inline trace {

// Where a trace comes from, for the record.
struct TraceInfo {
  std::vector<std::string> command;
  std::string build_key, tool_version, isolation, strategy;
  std::uint64_t seed = 0;
  friend bool operator==(const TraceInfo&, const TraceInfo&) = default;
};

struct TraceFile {
  TraceInfo info;
  Trace trace;
  std::string problem;  // salvaged: what was wrong and where; else empty
};

std::string EncodeTrace(const TraceInfo& info, const Trace& trace);
// `name` is for messages. With `salvage`, damage after the first record is not an error: the trace gets an end record of kind
// kLost if it has none.
Result<TraceFile> DecodeTrace(std::string_view bytes, const std::string& name, bool salvage = false);

// A file read piece by piece, as often as asked, in bounded memory. All of it is checked when it is opened.
class TraceStream {
 public:
  static Result<std::unique_ptr<TraceStream>> Open(const std::string& path, bool salvage = false);
  virtual ~TraceStream() = default;
  // What the file says about itself; of the records only modules, threads, texts and the end.
  virtual const TraceFile& outline() const = 0;
  virtual void Restart() = 0;
  virtual std::span<const abi::Event> Next() = 0;  // preamble and run in order; empty: the end
};
// By its first bytes.
bool IsTraceFile(const std::string& path);

Result<void> WriteTrace(const std::string& path, const TraceInfo& info, const Trace& trace);
Result<TraceFile> ReadTrace(const std::string& path, bool salvage = false);

}  // namespace reweave::inline trace
