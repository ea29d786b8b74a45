#include "techniques/recontest/describe.h"

#include <fmt/format.h>

namespace reweave::recontest {

Describer::Describer(const Analysis& analysis) : a_(analysis) {
  old_names_.Use(*a_.old_trace), new_names_.Use(*a_.new_trace);
  for (const ThreadSummary& thread : Summarize(*a_.new_trace).threads) paths_.push_back(thread.path);
}

AccessReport Describer::Report(std::uint32_t y) const {
  const Access& access = a_.runs.new_run.accesses[y];
  abi::Event at{};
  at.site = access.site, at.caller = access.caller;
  const SitePosition& position = new_names_.PositionOf(at);
  AccessReport out;
  out.thread = access.thread < paths_.size() ? paths_[access.thread] : std::to_string(access.thread);
  out.file = position.file, out.line = position.line, out.function = position.function;
  const std::string& variable = new_names_.Lookup(access.site).variable;
  out.access = fmt::format("{}{} {}", access.flags & kAtomicAccess ? "atomic " : "", access.writes() ? "write" : "read",
                           variable.empty() ? "memory" : variable);
  const std::uint8_t reasons = a_.impact.reasons[y];
  out.verdict = reasons == 0 ? "unaffected" : reasons & (kNewStatement | kNewInstance) ? "new" : "context";
  out.why = Why(y, reasons);
  out.in_handler = (access.flags & kInHandler) != 0;
  return out;
}

std::string Describer::Why(std::uint32_t y, std::uint8_t reasons) const {
  if (reasons == 0) return {};
  if (reasons & (kNewStatement | kNewInstance)) return ReasonText(reasons);
  const Access& now = a_.runs.new_run.accesses[y];
  const Access& then = a_.runs.old_run.accesses[a_.impact.partner[y]];
  std::string out;
  const auto add = [&out](const std::string& text) { out += (out.empty() ? "" : "; ") + text; };
  if (reasons & kLocks)
    add(fmt::format("locks: were {}, are {}", Locks(a_.runs.old_run.StateOf(then).set), Locks(a_.runs.new_run.StateOf(now).set)));
  if (reasons & kOrder) {
    const std::uint32_t sent = a_.runs.new_run.EpochOf(now).sequence, was_sent = a_.runs.old_run.EpochOf(then).sequence;
    if (sent != was_sent) add(fmt::format("messages before it: were {}, are {}", Messages(was_sent), Messages(sent)));
    else add("order: another access of another thread is the last one that happens before it");
  }
  if (reasons & kReleases)
    add(fmt::format(
        "releases: {} is given back between it and an earlier access, which shared its critical section, or no longer",
        Locks(a_.runs.new_run.StateOf(now).set)));
  if (reasons & kLocation) add("location: it reaches another object");
  return out;
}

std::string Describer::Place(std::uint32_t call, bool in_new) const {
  const SitePosition& position = (in_new ? new_names_ : old_names_).Lookup(call);
  // A library type's own name says nothing about which object it is.
  if (position.variable.starts_with("std::") && !position.file.empty())
    return position.variable + " used at " + PlaceText(position);
  if (!position.variable.empty()) return position.variable;
  return position.file.empty() ? "?" : PlaceText(position);
}

std::string Describer::Locks(std::uint32_t set) const {
  std::string out;
  for (const detect::HeldLock& held : a_.runs.names.lock_sets.locks(set)) {
    const LockName& name = a_.runs.names.lock_names[held.lock];
    out += (out.empty() ? "" : ", ") + Place(name.call, name.in_new);
    if (held.mode == LockMode::kShared) out += " (shared)";
  }
  return "{" + out + "}";
}

std::string Describer::Messages(std::uint32_t sequence) const {
  static constexpr const char* kText[] = {"?",       "notify", "notify all", "wait", "start",     "join", "post",
                                          "acquire", "arrive", "leave",      "once", "once seen", "set",  "get"};
  std::string out;
  for (int n = 0; sequence != 0 && n < 4; ++n) {
    const SequenceEntry& entry = a_.runs.names.sequences[sequence];
    const bool thread = entry.message == Message::kStart || entry.message == Message::kJoin;
    out = fmt::format("{}{}{}{}", kText[static_cast<int>(entry.message)], thread ? "" : " " + Place(entry.call, entry.in_new),
                      out.empty() ? "" : ", ", out);
    sequence = entry.before;
  }
  return (sequence != 0 ? "[..., " : "[") + out + "]";
}

std::vector<AccessReport> ReportAccesses(const Analysis& analysis) {
  const Describer describe(analysis);
  std::vector<AccessReport> out;
  out.reserve(analysis.runs.new_run.accesses.size());
  for (std::uint32_t y = 0; y < analysis.runs.new_run.accesses.size(); ++y) out.push_back(describe.Report(y));
  return out;
}

}  // namespace reweave::recontest
