#include "report/trace_json.h"

#include <nlohmann/json.hpp>

#include "base/escape.h"

namespace reweave::inline report {

namespace {

using Json = nlohmann::ordered_json;

Json StringOrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(EscapeUtf8(text)); }

Json EventJson(const abi::Event& event, const Summary& summary, const SiteNames& names) {
  const SitePosition& at = names.PositionOf(event);
  return {{"thread", summary.PathOf(event.tid)},
          {"tid", event.tid},
          {"ordinal", event.ordinal},
          {"kind", KindName(event.kind)},
          {"point", IsPoint(event)},
          {"object", event.obj},
          {"size", event.size},
          {"value", (event.flags & abi::kNoValue) != 0 ? Json(nullptr) : Json(event.value)},
          {"value2", event.value2},
          {"site", event.site},
          {"file", StringOrNull(at.file)},
          {"line", at.line},
          {"function", StringOrNull(at.function)},
          {"variable", StringOrNull(names.Lookup(event.site).variable)}};
}

Json ThreadJson(const ThreadSummary& thread) {
  return {{"thread", thread.path},     {"tid", thread.tid},
          {"creator", thread.creator}, {"name", StringOrNull(thread.name)},
          {"ended", thread.ended},     {"pending", thread.pending ? Json(KindName(thread.pending->kind)) : Json(nullptr)}};
}

}  // namespace

std::string TraceJson(const TraceInfo& info, const Trace& trace, const SiteNames& names) {
  const Summary summary = Summarize(trace);
  Json program = Json::array(), threads = Json::array(), preamble = Json::array(), events = Json::array();
  for (const auto& word : info.command) program.push_back(EscapeUtf8(word));
  for (const auto& thread : summary.threads) threads.push_back(ThreadJson(thread));
  if (trace.preamble)
    for (const abi::Event& event : trace.preamble->events)
      if (IsEvent(event.kind)) preamble.push_back(EventJson(event, summary, names));
  for (const abi::Event& event : trace.events)
    if (IsEvent(event.kind)) events.push_back(EventJson(event, summary, names));
  const Json json = {{"schema", 1},
                     {"tool", "reweave"},
                     {"version", info.tool_version},
                     {"command", "trace"},
                     {"program", std::move(program)},
                     {"build", info.build_key},
                     {"strategy", info.strategy},
                     {"isolation", info.isolation},
                     {"seed", info.seed},
                     {"end",
                      {{"kind", EndKindName(trace.end_kind())},
                       {"message", EscapeUtf8(summary.message)},
                       {"thread", summary.PathOf(trace.end().tid)},
                       {"value", trace.end().value}}},
                     {"steps", trace.points()},
                     {"truncated", trace.truncated},
                     {"output", EscapeUtf8(summary.output)},
                     {"errors", EscapeUtf8(summary.errors)},
                     {"threads", std::move(threads)},
                     {"preamble", std::move(preamble)},
                     {"events", std::move(events)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace reweave::inline report
