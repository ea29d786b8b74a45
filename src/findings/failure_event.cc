#include "findings/failure_event.h"

#include <filesystem>

#include "findings/failure_line.h"
#include "trace/kinds.h"

namespace reweave::inline findings {

namespace {

// The directories of the two may differ: the sources may be a copy, and names may be relative to the project.
std::string FileName(const std::string& path) { return std::filesystem::path(path).filename().string(); }

}  // namespace

std::optional<std::uint32_t> FailureEvent(const Trace& trace, const SiteNames& names) {
  if (trace.end_kind() != abi::EndKind::kExit) return std::nullopt;
  const Summary summary = Summarize(trace);
  auto place = PlaceOfFailure(summary.output);
  if (!place) place = PlaceOfFailure(summary.errors);
  if (!place) return std::nullopt;
  const std::string file = FileName(place->file);
  for (std::size_t i = trace.events.size(); i-- > 0;) {
    const abi::Event& event = trace.events[i];
    if (!IsEvent(event.kind)) continue;
    const SitePosition& at = names.PositionOf(event);
    if (at.line == place->line && FileName(at.file) == file) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

}  // namespace reweave::inline findings
