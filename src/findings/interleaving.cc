#include "findings/interleaving.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/escape.h"
#include "findings/held_locks.h"
#include "findings/listing.h"

namespace reweave {

namespace {

constexpr std::size_t kMostShownSteps = 40;  // as text
constexpr std::size_t kAfterKey = 5;         // steps after the last key step, where there is no room for all
constexpr std::size_t kLeastColumn = 24;

std::string FileName(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string NameText(const abi::Event& event, const SiteNames& names) {
  const std::string& variable = names.Lookup(event.site).variable;
  return variable.empty() ? std::string(KindName(event.kind)) : fmt::format("{} {}", KindName(event.kind), variable);
}

std::string WhatText(const abi::Event& event, const SiteNames& names, const Summary& summary) {
  std::string text = NameText(event, names);
  const std::string detail = DetailText(event, summary);
  return detail.empty() ? text : text + " " + detail;
}

std::string Cut(const std::string& text, std::size_t width) {
  if (text.size() <= width) return text + std::string(width - text.size(), ' ');
  return text.substr(0, width - 2) + "..";
}

class Builder {
 public:
  Builder(const Trace& trace, const SiteNames& names, const std::vector<EventMark>& about)
      : trace_(trace), names_(names), about_(about), summary_(Summarize(trace)), lock_names_(trace, names) {}

  Interleaving Run() {
    if (trace_.preamble)
      for (const abi::Event& event : trace_.preamble->events) held_.Apply(event);
    // Locks change between points too (an unlock inside libc): every event counts for them.
    std::size_t next = 0;
    for (PointWalker walk(trace_); walk.Next();) {
      for (; next < walk.index(); ++next) Between(trace_.events[next]);
      Add(walk.event(), last_ >= 0 && last_ != walk.event().tid && walk.enabled().contains(static_cast<unsigned>(last_)));
      next = walk.index() + 1;
    }
    for (; next < trace_.events.size(); ++next) Between(trace_.events[next]);
    AddWaiting();
    if (about_.empty() && trace_.failed()) MarkEnd();
    Limit();
    Columns();
    return std::move(out_);
  }

 private:
  bool IsAbout(const abi::Event& event) const {
    return std::ranges::any_of(about_, [&](const EventMark& m) { return m.tid == event.tid && m.ordinal == event.ordinal; });
  }

  // An event that is no scheduling point is a step only if the finding is about it.
  void Between(const abi::Event& event) {
    if (IsEvent(event.kind) && IsCounted(event.kind) && IsAbout(event)) return Add(event, false);
    held_.Apply(event);
  }

  InterleavingStep StepAt(const SitePosition& at, std::uint16_t tid, std::string what) const {
    return {.thread = tid,
            .place = at.file.empty() ? std::string() : fmt::format("{}:{}", FileName(at.file), at.line),
            .what = std::move(what),
            .file = at.file,
            .line = at.line,
            .function = at.function};
  }

  void Add(const abi::Event& event, bool preempts) {
    held_.Apply(event);
    InterleavingStep step = StepAt(names_.PositionOf(event), event.tid, WhatText(event, names_, summary_));
    const bool switched = last_ >= 0 && last_ != event.tid;
    const bool same_line = last_ == event.tid && !out_.steps.empty() && !step.place.empty() &&
                           out_.steps.back().line == step.line && out_.steps.back().file == step.file;
    out_.switches += switched;
    last_ = event.tid;
    if (same_line) {
      // A line that follows pointers would say the same of each.
      const bool said = IsPlainAccess(event.kind) && LooksLikeAddress(event) && parts_.contains(NameText(event, names_));
      if (!said && !parts_.contains(step.what)) out_.steps.back().what += ", " + step.what;
    } else {
      parts_.clear();
      step.kind = KindName(event.kind);
      step.preempts = preempts;
      out_.steps.push_back(std::move(step));
    }
    parts_.insert(NameText(event, names_));
    parts_.insert(WhatText(event, names_, summary_));
    InterleavingStep& kept = out_.steps.back();
    kept.key |= IsAbout(event);
    kept.locks.clear();
    for (const std::uint64_t lock : held_.Of(event.tid)) kept.locks.push_back(lock_names_.Of(lock));
  }

  // The last step of the thread at fault, and what nobody can get out of.
  void MarkEnd() {
    if (trace_.end_kind() == abi::EndKind::kDeadlock)
      for (InterleavingStep& step : out_.waiting) step.key = true;
    const auto last = std::ranges::find(out_.steps.rbegin(), out_.steps.rend(), trace_.end().tid, &InterleavingStep::thread);
    if (last != out_.steps.rend()) last->key = true;
  }

  void AddWaiting() {
    for (const ThreadSummary& thread : summary_.threads) {
      if (!thread.pending || thread.pending->enabled) continue;
      abi::Event event{};
      event.site = thread.pending->site;
      const std::string& variable = names_.Lookup(event.site).variable;
      std::string what = std::string(KindName(thread.pending->kind)) + (variable.empty() ? "" : " " + variable);
      if (thread.pending->kind == abi::EventKind::kJoin && thread.pending->obj < summary_.threads.size())
        what += " -> thread " + summary_.PathOf(static_cast<std::uint16_t>(thread.pending->obj));
      const SitePosition* at = &names_.PositionOf(event);
      // In library code the frames know where the program called it.
      for (std::size_t i = 0; i < thread.frames.size() && (at->file.empty() || at->in_library); ++i) {
        const SitePosition& frame = names_.PositionOf(thread.frames[i]);
        if (!frame.file.empty() && !frame.in_library) at = &frame;
      }
      InterleavingStep step = StepAt(*at, thread.tid, std::move(what));
      step.kind = KindName(thread.pending->kind);
      for (const std::uint64_t lock : held_.Of(thread.tid)) step.locks.push_back(lock_names_.Of(lock));
      out_.waiting.push_back(std::move(step));
    }
  }

  void Limit() {
    const StepRange range = ShownSteps(out_, kMostKeptSteps);
    out_.left_out = range.first;
    out_.left_out_after = out_.steps.size() - range.end;
    out_.steps.erase(out_.steps.begin() + static_cast<std::ptrdiff_t>(range.end), out_.steps.end());
    out_.steps.erase(out_.steps.begin(), out_.steps.begin() + static_cast<std::ptrdiff_t>(range.first));
  }

  // Only threads that are shown have one, in their order.
  void Columns() {
    std::map<std::uint32_t, std::uint32_t> columns;
    for (const auto* list : {&out_.steps, &out_.waiting})
      for (const InterleavingStep& step : *list) columns.try_emplace(step.thread);
    for (auto& [tid, column] : columns) {
      column = static_cast<std::uint32_t>(out_.threads.size());
      out_.threads.push_back(summary_.PathOf(static_cast<std::uint16_t>(tid)));
      out_.names.push_back(tid < summary_.threads.size() ? summary_.threads[tid].name : "");
    }
    for (auto* list : {&out_.steps, &out_.waiting})
      for (InterleavingStep& step : *list) step.thread = columns[step.thread];
  }

  const Trace& trace_;
  const SiteNames& names_;
  const std::vector<EventMark>& about_;
  const Summary summary_;
  const LockNames lock_names_;
  HeldLocks held_;
  Interleaving out_;
  std::set<std::string> parts_;  // of the last step's text
  int last_ = -1;
};

}  // namespace

Interleaving InterleavingOf(const Trace& trace, const SiteNames& names, const std::vector<EventMark>& about) {
  return Builder(trace, names, about).Run();
}

StepRange ShownSteps(const Interleaving& interleaving, std::size_t most) {
  const auto& steps = interleaving.steps;
  if (steps.size() <= most) return {0, steps.size()};
  const auto last = std::ranges::find(steps.rbegin(), steps.rend(), true, &InterleavingStep::key);
  if (last == steps.rend()) return {steps.size() - most, steps.size()};
  const auto after =
      std::min<std::ptrdiff_t>(std::distance(steps.rbegin(), last), static_cast<std::ptrdiff_t>(std::min(kAfterKey, most - 1)));
  const std::size_t end = steps.size() - static_cast<std::size_t>(std::distance(steps.rbegin(), last) - after);
  return end <= most ? StepRange{0, most} : StepRange{end - most, end};
}

void MarkSites(Interleaving& interleaving, const std::vector<FindingSite>& sites) {
  auto from = interleaving.steps.begin();
  for (const FindingSite& site : sites) {
    if (site.role.empty()) continue;
    const auto found = std::find_if(from, interleaving.steps.end(), [&](const InterleavingStep& step) {
      return step.file == site.position.file && step.line == site.position.line &&
             interleaving.threads[step.thread] == site.thread_path;
    });
    if (found == interleaving.steps.end()) continue;
    found->key = true;
    from = found;
  }
}

std::string RenderInterleaving(const Interleaving& interleaving, std::size_t width) {
  if (interleaving.steps.empty()) return {};
  const StepRange range = ShownSteps(interleaving, kMostShownSteps);
  std::vector<std::size_t> columns;  // of threads that are shown
  for (std::size_t i = 0; i < interleaving.threads.size(); ++i)
    for (std::size_t k = range.first; k < range.end; ++k)
      if (interleaving.steps[k].thread == i) {
        columns.push_back(i);
        break;
      }
  const std::size_t column = std::min<std::size_t>((width - std::min<std::size_t>(width, 2)) / columns.size(), 60);
  const bool side_by_side = columns.size() > 1 && column >= kLeastColumn;
  std::string out = fmt::format("  the threads take turns like this ({} switch{}):\n", interleaving.switches,
                                interleaving.switches == 1 ? "" : "es");
  const auto line = [&](const auto& cell) {
    std::string text = "  ";
    for (const std::size_t i : columns) text += Cut(cell(i), column - 1) + " ";
    while (text.ends_with(' ')) text.pop_back();
    out += text + "\n";
  };
  if (side_by_side) line([&](std::size_t i) { return "thread " + interleaving.threads[i]; });
  const std::uint64_t before = interleaving.left_out + range.first;
  const std::uint64_t after = interleaving.left_out_after + interleaving.steps.size() - range.end;
  if (before > 0) out += fmt::format("  ... {} earlier steps\n", before);
  for (std::size_t k = range.first; k < range.end; ++k) {
    const InterleavingStep& step = interleaving.steps[k];
    const std::string text = EscapeLine(step.place.empty() ? step.what : step.place + " " + step.what);
    if (side_by_side) line([&](std::size_t i) { return i == step.thread ? text : std::string(); });
    else out += fmt::format("  thread {:<8} {}\n", interleaving.threads[step.thread], text);
  }
  if (after > 0) out += fmt::format("  ... {} later steps\n", after);
  return out;
}

}  // namespace reweave
