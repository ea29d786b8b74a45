#include "cli/check_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/duration.h"
#include "base/escape.h"
#include "cli/output.h"
#include "report/check_verdict.h"

namespace reweave::inline cli {

namespace {

constexpr std::size_t kPlainWidth = 160;  // of a line in a pipe
constexpr auto kBeat = std::chrono::seconds(1);

const char* Plural(std::size_t count) { return count == 1 ? "" : "s"; }

struct Size {
  std::size_t rows = 24, columns = 80;
};
Size TerminalSize() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {};
  return {size.ws_row, size.ws_col};
}

std::string Cut(std::string text, std::size_t width) {
  if (text.size() > width) text.resize(width);
  return text;
}

}  // namespace

std::string TestRow(const CheckedTest& test, std::size_t width) {
  std::size_t fresh = 0, old = 0, accepted = 0;
  for (const CheckedFinding& f : test.findings) ++(f.accepted ? accepted : f.is_new ? fresh : old);
  std::string out = fmt::format("  {:<{}}", test.name, std::max<std::size_t>(width, test.name.size()));
  out += test.new_interleavings > 0
             ? fmt::format("{:>6} new interleaving{:<1}", test.new_interleavings, Plural(test.new_interleavings))
             : std::string(24, ' ');
  out += fmt::format("{:>9} schedule{:<1}", test.schedules, Plural(test.schedules));
  if (test.change_patterns > 0)
    out += fmt::format("   {} of {} patterns of the change", test.change_covered, test.change_patterns);
  if (fresh > 0) out += fmt::format("   {} new", fresh);
  if (old > 0) out += fmt::format("   {} old", old);
  if (accepted > 0) out += fmt::format("   {} accepted", accepted);
  if (test.state != TestState::kExplored) out += fmt::format("   {}", Text(test.state));
  out += fmt::format("   {:.1f} s", test.seconds);
  if (test.exhausted) out += ", all of them";
  if (const std::string gap = GapOf(test); !gap.empty() && test.state == TestState::kExplored)
    out += "   not looked at enough: " + gap;
  if (!test.note.empty()) out += "   " + test.note;
  return EscapeLine(out);
}

std::string VerboseText(const CheckResult& result) {
  std::string out;
  for (const CheckedTest& test : result.tests) {
    out += fmt::format("{} ({})\n", test.name, Text(test.state));
    for (const std::string& reason : test.reasons) out += "    " + EscapeLine(reason) + "\n";
    for (const CheckedPhase& phase : test.phases)
      out += fmt::format("    {}: {} schedules in {:.2f} s, ended by {}\n", phase.name, phase.schedules, phase.seconds,
                         phase.stopped_by);
    if (test.change_patterns > 0)
      out += fmt::format("    patterns of the change: {} of {} covered, {} infeasible\n", test.change_covered,
                         test.change_patterns, test.change_infeasible);
    if (test.base_schedules > 0) out += fmt::format("    the old version: {} schedules\n", test.base_schedules);
  }
  return out;
}

CheckDisplay::CheckDisplay(bool quiet) : quiet_(quiet) {
  if (quiet_) return;
  heart_ = std::jthread([this](std::stop_token stop) {
    std::unique_lock lock(mutex_);
    while (!beat_.wait_for(lock, stop, kBeat, [&] { return stop.stop_requested(); }))
      if (!last_.empty() && Clock::now() - told_ >= kBeat) Repeat();
  });
}

CheckDisplay::~CheckDisplay() {
  heart_ = {};
  Clear();
}

void CheckDisplay::Say(const std::string& text) {
  Clear();
  const std::lock_guard lock(mutex_);
  if (!quiet_) Message(text);
}

void CheckDisplay::Status(const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (!quiet_) Line(text);
}

void CheckDisplay::Clear() {
  const std::lock_guard lock(mutex_);
  last_.clear();
  Erase();
}

void CheckDisplay::Erase() {
  StatusLine("");
  if (rows_ > 0) std::fprintf(stderr, "\x1b[%zuA\x1b[J", rows_);
  rows_ = 0;
}

void CheckDisplay::Line(const std::string& text) {
  if (text != last_) last_ = text, since_ = Clock::now();
  told_ = Clock::now();
  if (StderrIsTerminal()) StatusLine(EscapeLine(text));
  else ProgressLine(Cut(text, kPlainWidth));
}

// What goes on has had nothing to say for a while: it is said again, with how long it has been so.
void CheckDisplay::Repeat() {
  told_ = Clock::now();
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - since_).count();
  const std::string text = fmt::format("{} (for {} s)", last_, seconds);
  if (StderrIsTerminal()) StatusLine(EscapeLine(text));
  else ProgressLine(Cut(text, kPlainWidth));
}

void CheckDisplay::Show(const CheckProgress& progress) {
  if (quiet_) return;
  const std::lock_guard lock(mutex_);
  const auto works = [](const TestProgress& test) { return !test.phase.empty(); };
  const auto at_work = std::ranges::count_if(progress.tests, works);
  // A line may stay for long: it names a test that is at work, if there is one, not one that has just ended.
  const TestProgress& latest = progress.tests[progress.current];
  const TestProgress& current = works(latest) || at_work == 0 ? latest : *std::ranges::find_if(progress.tests, works);
  const std::string line =
      fmt::format("{}: {}, {} schedules, {} finding{}{}, {} left", current.name, current.phase.empty() ? "done" : current.phase,
                  current.schedules, current.findings, Plural(current.findings),
                  at_work > 1 ? fmt::format(" ({} more at work)", at_work - 1) : "", FormatDuration(progress.left));
  if (!StderrIsTerminal()) return Line(line);
  const Size size = TerminalSize();
  // As many rows as fit, the test at work among them.
  const std::size_t chosen = progress.tests.size();
  const std::size_t most = std::max<std::size_t>(size.rows > 6 ? size.rows - 6 : 1, 1), count = std::min(chosen, most);
  const std::size_t first = progress.current < count ? 0 : std::min(progress.current - count + 1, chosen - count);
  std::size_t width = 20;
  for (const TestProgress& test : progress.tests) width = std::max(width, std::min<std::size_t>(test.name.size(), 40));
  std::string text = rows_ > 0 ? fmt::format("\x1b[{}A\x1b[J", rows_) : "";
  StatusLine("");
  for (std::size_t i = first; i < first + count; ++i) {
    const TestProgress& test = progress.tests[i];
    const std::string row = EscapeLine(fmt::format("{} {:<{}}  {}{} schedules{}", test.phase.empty() ? " " : ">", test.name,
                                                   width, test.phase.empty() ? "" : test.phase + ", ", test.schedules,
                                                   test.findings > 0 ? fmt::format("   {} found", test.findings) : ""));
    text += Cut(row, size.columns - 1) + "\n";
  }
  rows_ = count;
  std::fputs(text.c_str(), stderr);
  Line(line);
}

}  // namespace reweave::inline cli
