// Where results and messages go: results to stdout, messages to stderr, colour and the status line only on a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace reweave::inline cli {

bool StdoutIsTerminal();
// On a terminal that can, unless NO_COLOR is set. SetColour overrides: --color always, never, auto.
bool UsesColour();
void SetColour(const std::string& when);
std::size_t TerminalWidth();  // of stdout; 0 if it is none: then there is no limit
bool StderrIsTerminal();  // one on which a line can be written again: not TERM=dumb

// "reweave: text" on stderr; escaped.
void Message(std::string_view text);
// Prints the error and returns its exit status.
int Report(const Error& error);
// The one live line on a terminal; nothing elsewhere. Empty text removes it.
void StatusLine(std::string_view text);
// The same on a terminal; elsewhere a line of its own, every ten seconds.
void ProgressLine(std::string_view text);
void Print(std::string_view text);  // to stdout

// --json FILE|-: writes it there. `path` empty: nothing.
Result<void> WriteJson(const std::string& path, std::string_view json);

// Runs f; an Error becomes a message and an exit status.
template <typename F>
int Guarded(F&& f) {
  Result<int> status = f();
  return status ? *status : Report(status.error());
}

}  // namespace reweave::inline cli
