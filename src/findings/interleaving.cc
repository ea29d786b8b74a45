#include "findings/interleaving.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>

#include "base/escape.h"
#include "findings/condensed.h"
#include "findings/event_texts.h"
#include "findings/failure_event.h"
#include "findings/held_locks.h"
#include "findings/listing.h"
#include "findings/step_text.h"

namespace reweave::inline findings {

namespace {

constexpr std::size_t kMostShownSteps = 40;  // as text; with more lines than that it is condensed
constexpr std::size_t kAfterKey = 5;         // steps after the last key step, where there is no room for all

std::string FileName(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

std::string FirstOperations(const std::string& what) {
  constexpr std::size_t kMost = 4;
  const std::vector<std::string> all = Operations(what);
  if (all.size() <= kMost + 1) return what;
  std::string out;
  for (std::size_t i = 0; i < kMost; ++i) out += all[i] + ", ";
  return out + fmt::format("and {} more", all.size() - kMost);
}

class Builder {
 public:
  Builder(const Trace& trace, const SiteNames& names, const std::vector<EventMark>& about, bool and_end,
          const WordAtStart& at_start)
      : trace_(trace),
        names_(names),
        texts_(trace, names, at_start),
        about_(about),
        lock_names_(trace, names),
        marks_end_(trace.failed() && (and_end || about.empty())),
        failed_at_(marks_end_ ? FailureEvent(trace, names) : std::nullopt) {}

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
    if (trace_.end_kind() == abi::EndKind::kExit || trace_.end_kind() == abi::EndKind::kPass) LeaveOutWhatIsAlone();
    if (marks_end_) MarkEnd();
    Limit();
    Columns();
    return std::move(out_);
  }

 private:
  bool IsAbout(const abi::Event& event) const {
    if (failed_at_ && &event == &trace_.events[*failed_at_]) return true;
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
    const SitePosition& at = texts_.PositionOf(event);
    InterleavingStep step = StepAt(at, event.tid, texts_.What(event));
    if (!step.place.empty() && !at.in_library) own_.insert(step.place);
    const bool switched = last_ >= 0 && last_ != event.tid;
    const bool same_line = last_ == event.tid && !out_.steps.empty() && !step.place.empty() &&
                           out_.steps.back().line == step.line && out_.steps.back().file == step.file;
    out_.switches += switched;
    last_ = event.tid;
    if (same_line) {
      // A line that follows pointers would say the same of each.
      const bool said = IsPlainAccess(event.kind) && LooksLikeAddress(event) && parts_.contains(NameText(event));
      if (!said && !parts_.contains(step.what)) out_.steps.back().what += ", " + step.what;
    } else {
      parts_.clear();
      step.kind = KindName(event.kind);
      step.preempts = preempts;
      out_.steps.push_back(std::move(step));
    }
    parts_.insert(NameText(event));
    parts_.insert(texts_.What(event));
    InterleavingStep& kept = out_.steps.back();
    kept.key |= IsAbout(event);
    kept.locks.clear();
    for (const std::uint64_t lock : held_.Of(event.tid)) kept.locks.push_back(lock_names_.Of(lock));
  }

  std::string NameText(const abi::Event& event) const {
    const std::string name = texts_.Name(event);
    return name.empty() ? std::string(KindName(event.kind)) : fmt::format("{} {}", KindName(event.kind), name);
  }

  // After the last switch a test's main thread compares and prints, mostly inside libraries. Of these steps those at lines of the
  // program are kept, with the first of what each does.
  void LeaveOutWhatIsAlone() {
    auto& steps = out_.steps;
    if (steps.empty()) return;
    auto tail = steps.end();
    while (tail != steps.begin() && std::prev(tail)->thread == steps.back().thread) --tail;
    constexpr std::ptrdiff_t kFew = 10;
    if (steps.end() - tail <= kFew) return;
    ++tail;  // the switch itself
    const auto is_noise = [&](const InterleavingStep& step) { return !step.key && !own_.contains(step.place); };
    const auto rest = std::remove_if(tail, steps.end(), is_noise);
    out_.left_out_after += static_cast<std::uint64_t>(steps.end() - rest);
    for (auto step = tail; step != rest; ++step) step->what = FirstOperations(step->what);
    steps.erase(rest, steps.end());
  }

  // The last step of the thread at fault, and what nobody can get out of.
  void MarkEnd() {
    if (trace_.end_kind() == abi::EndKind::kDeadlock)
      for (InterleavingStep& step : out_.waiting) step.key = true;
    if (failed_at_) return;  // what a test does after the expectation that failed says nothing
    const auto last = std::ranges::find(out_.steps.rbegin(), out_.steps.rend(), trace_.end().tid, &InterleavingStep::thread);
    if (last != out_.steps.rend()) last->key = true;
  }

  void AddWaiting() {
    for (const ThreadSummary& thread : texts_.summary().threads) {
      if (!thread.pending || thread.pending->enabled) continue;
      abi::Event event{};
      event.site = thread.pending->site;
      const std::string& variable = texts_.variables().Of(event.site, thread.pending->obj);
      std::string what = std::string(KindName(thread.pending->kind)) + (variable.empty() ? "" : " " + variable);
      if (thread.pending->kind == abi::EventKind::kJoin && thread.pending->obj < texts_.summary().threads.size())
        what += " -> thread " + texts_.summary().PathOf(static_cast<std::uint16_t>(thread.pending->obj));
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
    out_.left_out_after += out_.steps.size() - range.end;
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
      out_.threads.push_back(texts_.summary().PathOf(static_cast<std::uint16_t>(tid)));
      out_.names.push_back(tid < texts_.summary().threads.size() ? texts_.summary().threads[tid].name : "");
    }
    for (auto* list : {&out_.steps, &out_.waiting})
      for (InterleavingStep& step : *list) step.thread = columns[step.thread];
  }

  const Trace& trace_;
  const SiteNames& names_;
  const EventTexts texts_;
  const std::vector<EventMark>& about_;
  const LockNames lock_names_;
  const bool marks_end_;
  const std::optional<std::uint32_t> failed_at_;  // where a test that goes on says that it failed
  HeldLocks held_;
  Interleaving out_;
  std::set<std::string> parts_;  // of the last step's text
  std::set<std::string> own_;  // places in files of the program
  int last_ = -1;
};

}  // namespace

Interleaving InterleavingOf(const Trace& trace, const SiteNames& names, const std::vector<EventMark>& about, bool and_end,
                            const WordAtStart& at_start) {
  return Builder(trace, names, about, and_end, at_start).Run();
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

namespace {

struct Row {
  std::size_t thread;
  std::string place, what;  // the place is empty on all but the first operation of a step
};

// "read std::_Rb_tree_node_base::_M_left = 0", "write __r[] (85 bytes)", "read char (2 bytes)": the insides of the standard
// library, and characters that it moves.
bool IsInside(const std::string& operation) {
  const std::string name = StepText(operation).name;
  return name.starts_with("std::") || name.starts_with("__") || name.find("::_M_") != std::string::npos || name == "char";
}

// One line says that a container works on its nodes; nobody reads all of its accesses. If the finding is about the step, they
// stay.
std::vector<std::string> ShownOperations(const InterleavingStep& step, bool condensed) {
  constexpr std::ptrdiff_t kMost = 2;
  constexpr std::size_t kMostOfOneLine = 8;  // a framework that prints a failure does hundreds of things on a line of the test
  const std::vector<std::string> each = Operations(step.what);
  if (step.key) return each;
  const std::vector<std::string> all = condensed ? OnePerVariable(each) : each;
  std::vector<std::string> out;
  for (auto at = all.begin(); at != all.end();) {
    const auto end = std::find_if_not(at, all.end(), IsInside);
    if (end - at > kMost) out.push_back(fmt::format("{} library accesses", end - at));
    else out.insert(out.end(), at, end);
    at = end;
    if (at != all.end()) out.push_back(*at++);
  }
  if (out.size() <= kMostOfOneLine + 1) return out;
  const std::size_t more = out.size() - kMostOfOneLine;
  out.resize(kMostOfOneLine);
  out.push_back(fmt::format("and {} more", more));
  return out;
}

std::vector<Row> RowsOf(const Interleaving& interleaving, const StepRange& range, bool condensed) {
  std::vector<Row> rows;
  for (std::size_t k = range.first; k < range.end; ++k) {
    const InterleavingStep& step = interleaving.steps[k];
    bool first = true;
    for (const std::string& operation : ShownOperations(step, condensed)) {
      rows.push_back({step.thread, EscapeLine(step.place), EscapeLine(operation)});
      if (!first && !step.place.empty()) rows.back().place = std::string(rows.back().place.size(), ' ');
      first = false;
    }
  }
  return rows;
}

// With width 0 as short as the text may become.
std::string Cell(const Row& row, std::size_t width) {
  const std::string place = row.place.empty() ? "" : row.place + " ";
  return place + FitStep(row.what, width > place.size() ? width - place.size() : 0);
}

constexpr std::size_t kUnlimited = std::string::npos / 2;

// How wide each thread's column is: as wide as its longest text. If that is more than there is, the wide ones give way, as long
// as no value and no effect is lost. Empty: they do not fit side by side.
std::vector<std::size_t> ColumnWidths(const std::vector<Row>& rows, const Interleaving& interleaving, std::size_t width) {
  std::vector<std::size_t> widths(interleaving.threads.size(), 0), least = widths;
  for (const Row& row : rows) {
    const std::size_t title = interleaving.threads[row.thread].size() + sizeof "thread  ";
    widths[row.thread] = std::max({widths[row.thread], Cell(row, kUnlimited).size() + 2, title});
    least[row.thread] = std::max({least[row.thread], Cell(row, 0).size() + 2, title});
  }
  const auto shown = std::ranges::count_if(widths, [](std::size_t w) { return w > 0; });
  constexpr std::size_t kMargin = 2;
  const auto total = [&](const std::vector<std::size_t>& of) { return std::accumulate(of.begin(), of.end(), kMargin); };
  if (shown < 2 || (width != 0 && total(least) > width)) return {};
  while (width != 0 && total(widths) > width) {
    std::size_t widest = 0, most = 0;
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (widths[i] > least[i] && widths[i] > most) most = widths[i], widest = i;
    --widths[widest];
  }
  return widths;
}

// One column for all threads. The name of a thread stands where it takes over.
std::vector<std::string> OneColumn(const std::vector<Row>& rows, const Interleaving& interleaving, std::size_t width) {
  std::size_t longest = 0;
  for (const Row& row : rows) longest = std::max(longest, interleaving.threads[row.thread].size());
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool same = i > 0 && rows[i - 1].thread == rows[i].thread;
    const std::string head = fmt::format("  {:<{}}  ", same ? "" : "thread " + interleaving.threads[rows[i].thread],
                                         longest + std::string_view("thread ").size());
    lines.push_back(head + Cell(rows[i], width == 0 ? kUnlimited : width > head.size() ? width - head.size() : 0));
  }
  return lines;
}

std::vector<std::string> SideBySide(const std::vector<Row>& rows, const std::vector<std::size_t>& widths) {
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    const auto end = widths.begin() + static_cast<std::ptrdiff_t>(row.thread);
    const std::size_t indent = std::accumulate(widths.begin(), end, std::size_t{2});
    lines.push_back(std::string(indent, ' ') + Cell(row, widths[row.thread] - 2));
  }
  return lines;
}

}  // namespace

std::string RenderInterleaving(const Interleaving& whole, std::size_t width) {
  if (whole.steps.empty()) return {};
  StepRange range = ShownSteps(whole, kMostShownSteps);
  std::vector<Row> rows = RowsOf(whole, range, false);
  // What fits on a screen is shown as it is.
  const bool condenses = rows.size() > kMostShownSteps;
  const Condensed condensed = condenses ? WithoutOwnAccesses(whole) : Condensed{whole, 0};
  const Interleaving& interleaving = condensed.interleaving;
  if (condenses) {
    range = ShownSteps(interleaving, kMostShownSteps);
    rows = RowsOf(interleaving, range, true);
  }
  const std::vector<std::size_t> widths = ColumnWidths(rows, interleaving, width);
  std::string out = fmt::format("  the threads take turns like this ({} switch{}):\n", interleaving.switches,
                                interleaving.switches == 1 ? "" : "es");
  const auto line = [&](std::string text) {
    while (text.ends_with(' ')) text.pop_back();
    out += text + "\n";
  };
  std::string head = "  ";
  for (std::size_t i = 0; i < widths.size(); ++i)
    if (widths[i] > 0) head += fmt::format("{:<{}}", "thread " + interleaving.threads[i], widths[i]);
  if (!widths.empty()) line(head);
  const std::uint64_t before = interleaving.left_out + range.first;
  const std::uint64_t after = interleaving.left_out_after + interleaving.steps.size() - range.end;
  if (before > 0) line(fmt::format("  ... {} earlier step{}", before, before == 1 ? "" : "s"));
  const std::vector<std::string> lines = widths.empty() ? OneColumn(rows, interleaving, width) : SideBySide(rows, widths);
  for (const std::string& text : lines) line(text);
  if (after > 0) line(fmt::format("  ... {} later step{}", after, after == 1 ? "" : "s"));
  if (condensed.left_out > 0)
    line("  (without accesses that no other thread can notice; (+2) are two more to the same variable; --html shows all)");
  return out;
}

}  // namespace reweave::inline findings
