#include "cli/output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/escape.h"
#include "base/file.h"

namespace reweave::inline cli {

namespace {
bool status_shown = false;
std::string colour = "auto";
constexpr auto kPlainEvery = std::chrono::seconds(10);
}  // namespace

bool StdoutIsTerminal() { return isatty(STDOUT_FILENO) == 1; }

void SetColour(const std::string& when) { colour = when; }
bool UsesColour() {
  if (colour != "auto") return colour == "always";
  const char *off = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
  return StdoutIsTerminal() && (off == nullptr || *off == '\0') && (terminal == nullptr || std::string_view(terminal) != "dumb");
}
std::size_t TerminalWidth() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 0;
}
bool StderrIsTerminal() {
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

void StatusLine(std::string_view text) {
  if (!StderrIsTerminal() || (text.empty() && !status_shown)) return;
  // A line that is wider than the terminal would go on in the next one, which is not erased.
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
    text = text.substr(0, std::min<std::size_t>(text.size(), size.ws_col - 1u));
  std::fprintf(stderr, "\r\x1b[K%.*s", static_cast<int>(text.size()), text.data());
  std::fflush(stderr);
  status_shown = !text.empty();
}

void Message(std::string_view text) {
  StatusLine("");
  std::fprintf(stderr, "reweave: %s\n", EscapeLine(text).c_str());
}

void ProgressLine(std::string_view text) {
  using Clock = std::chrono::steady_clock;
  static Clock::time_point last = Clock::now();
  if (StderrIsTerminal()) return StatusLine(text);
  if (Clock::now() - last < kPlainEvery) return;
  last = Clock::now();
  Message(text);
}

int Report(const Error& error) {
  // Several lines are what another program wrote, a compiler for example: they stay lines.
  const auto cut = error.why().find('\n');
  if (cut == std::string::npos) {
    Message(error.ToString());
    return error.exit_status();
  }
  Message(Error(error.category(), error.what(), error.where(), error.why().substr(0, cut)).ToString());
  std::fprintf(stderr, "%s\n", EscapeBlock(error.why().substr(cut + 1)).c_str());
  if (!error.hint().empty()) Message(error.hint());
  return error.exit_status();
}

void Print(std::string_view text) {
  StatusLine("");
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

Result<void> WriteJson(const std::string& path, std::string_view json) {
  if (path.empty()) return {};
  if (path == "-") {
    Print(json);
    return {};
  }
  return WriteFile(path, json, "cannot write JSON");
}

}  // namespace reweave::inline cli
