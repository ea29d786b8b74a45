#include "cli/check_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/duration.h"
#include "base/escape.h"
#include "cli/output.h"

namespace reweave {

namespace {

constexpr std::size_t kPlainWidth = 120;  // of a line in a pipe

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
  if (fresh > 0) out += fmt::format("   {} new", fresh);
  if (old > 0) out += fmt::format("   {} old", old);
  if (accepted > 0) out += fmt::format("   {} accepted", accepted);
  if (test.state != TestState::kExplored) out += fmt::format("   {}", Text(test.state));
  out += fmt::format("   {:.1f} s", test.seconds);
  if (test.exhausted) out += ", all of them";
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
    if (test.base_schedules > 0) out += fmt::format("    the old version: {} schedules\n", test.base_schedules);
  }
  return out;
}

void CheckDisplay::Say(const std::string& text) {
  Clear();
  if (!quiet_) Message(text);
}

void CheckDisplay::Status(const std::string& text) {
  if (quiet_) return;
  if (StderrIsTerminal()) StatusLine(Cut(EscapeLine(text), TerminalSize().columns - 1));
  else ProgressLine(Cut(text, kPlainWidth));
}

void CheckDisplay::Clear() {
  StatusLine("");
  if (rows_ > 0) std::fprintf(stderr, "\x1b[%zuA\x1b[J", rows_);
  rows_ = 0;
}

void CheckDisplay::Show(const CheckProgress& progress) {
  if (quiet_) return;
  const CheckedTest& current = progress.result->tests[progress.current];
  const std::string line =
      fmt::format("{}: {}, {} schedules, {} finding{}, {} left", current.name, progress.phase, progress.schedules,
                  progress.findings, Plural(progress.findings), FormatDuration(progress.left));
  if (!StderrIsTerminal()) return ProgressLine(line);
  const Size size = TerminalSize();
  const auto& tests = progress.result->tests;
  // As many rows as fit, the test at work among them.
  const std::size_t most = std::max<std::size_t>(size.rows > 6 ? size.rows - 6 : 1, 1), count = std::min(progress.chosen, most);
  const std::size_t first = progress.current < count ? 0 : std::min(progress.current - count + 1, progress.chosen - count);
  std::size_t width = 20;
  for (std::size_t i = 0; i < progress.chosen; ++i) width = std::max(width, std::min<std::size_t>(tests[i].name.size(), 40));
  std::string text = rows_ > 0 ? fmt::format("\x1b[{}A\x1b[J", rows_) : "";
  StatusLine("");
  for (std::size_t i = first; i < first + count; ++i) {
    const bool at_work = i == progress.current;
    std::string row = TestRow(tests[i], width);
    if (at_work)
      row = EscapeLine(fmt::format("> {:<{}}  {}, {} schedules", tests[i].name, width, progress.phase, progress.schedules));
    text += Cut(std::move(row), size.columns - 1) + "\n";
  }
  rows_ = count;
  std::fputs(text.c_str(), stderr);
  StatusLine(Cut(EscapeLine(line), size.columns - 1));
}

}  // namespace reweave
