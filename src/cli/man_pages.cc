#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/result.h"
#include "cli/manual.h"

namespace reweave::inline cli {

namespace {

constexpr std::pair<int, const char*> kExitMeanings[] = {
    {kExitOk, "done, nothing found"},
    {kExitFindings, "findings"},
    {kExitUsage, "wrong usage or input"},
    {kExitTarget, "the tested program cannot be explored"},
    {kExitInternal, "internal error"},
    {kExitDiverged, "a replay did not follow its schedule"},
    {kExitInterrupted, "interrupted; what was found so far is kept"},
};

// Text as roff takes it literally: backslashes, hyphens that must stay hyphens, no request at a line's start.
std::string Roff(std::string_view text) {
  std::string out;
  bool line_start = true;
  for (const char c : text) {
    if (line_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else out += c;
    line_start = c == '\n';
  }
  return out;
}

// Lines of a list, each on a line of its own.
std::string RoffLines(std::string_view text) {
  std::string out;
  for (const char c : Roff(text)) out += c == '\n' ? std::string("\n.br\n") : std::string(1, c);
  return out;
}

void AddOption(std::string& out, const OptionDoc& option) {
  out += ".TP\n";
  std::string names;
  for (const auto& name : option.names) names += (names.empty() ? "" : "\\fR, ") + ("\\fB" + Roff(name));
  out += names + "\\fR";
  if (!option.value.empty()) out += " \\fI" + Roff(option.value) + "\\fR";
  out += "\n" + RoffLines(option.description);
  if (!option.preset.empty()) out += " (default " + Roff(option.preset) + ")";
  out += "\n";
}

std::string DashedName(const CommandDoc& command) {
  std::string name = command.name.empty() ? "reweave" : "reweave-" + command.name;
  for (char& c : name)
    if (c == ' ') c = '-';
  return name;
}

void AddOptions(std::string& out, const CommandDoc& command) {
  for (const OptionDoc& positional : command.positionals) AddOption(out, positional);
  for (const OptionDoc& option : command.options) AddOption(out, option);
}

std::string Synopsis(const CommandDoc& command) {
  std::string out = ".B reweave " + Roff(command.name) + "\n";
  if (!command.commands.empty()) out += ".I command\n";
  if (!command.options.empty()) out += "[\\fIoption\\fR...]\n";
  for (const OptionDoc& positional : command.positionals)
    out += fmt::format(".I {}{}\n", Roff(positional.names[0]), positional.repeated ? "..." : "");
  if (!command.program.empty()) out += Roff(command.program) + "\n";
  return out;
}

std::string Page(const CommandDoc& command, const CommandDoc& all, const std::string& version) {
  const std::string name = DashedName(command);
  std::string title = name;
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::string out = fmt::format(".TH {} 1 \"\" \"reweave {}\" \"Reweave\"\n", Roff(title), version);
  out += fmt::format(".SH NAME\n{} \\- {}\n", Roff(name), Roff(command.description));
  out += ".SH SYNOPSIS\n" + Synopsis(command);
  if (!command.commands.empty()) {
    out += ".SH COMMANDS\n";
    for (const CommandDoc& sub : command.commands) {
      if (command.name.empty()) {
        out += fmt::format(".TP\n\\fB{}\\fR\n{}. See \\fB{}\\fR(1).\n", Roff(sub.name), Roff(sub.description),
                           Roff(DashedName(sub)));
        continue;
      }
      out += ".SS " + Roff("reweave " + sub.name) + "\n" + Roff(sub.description) + "\n";
      AddOptions(out, sub);
    }
  }
  out += ".SH OPTIONS\n";
  AddOptions(out, command);
  out += ".SH EXIT STATUS\n";
  for (const auto& [status, meaning] : kExitMeanings) out += fmt::format(".TP\n.B {}\n{}\n", status, Roff(meaning));
  if (!command.example.empty()) out += ".SH EXAMPLES\n.nf\n" + Roff(command.example) + "\n.fi\n";
  out += ".SH SEE ALSO\n";
  std::vector<std::string> others;
  if (!command.name.empty()) others.push_back("\\fBreweave\\fR(1)");
  for (const CommandDoc& sub : all.commands)
    if (sub.name != command.name) others.push_back("\\fB" + Roff(DashedName(sub)) + "\\fR(1)");
  others.push_back("\\fBreweave\\-c++\\fR(1)");
  return out + fmt::format("{}\n", fmt::join(others, ",\n"));
}

}  // namespace

std::map<std::string, std::string> ManPages(const CommandDoc& all, const std::string& version) {
  std::map<std::string, std::string> pages;
  pages["reweave.1"] = Page(all, all, version);
  for (const CommandDoc& command : all.commands) pages[DashedName(command) + ".1"] = Page(command, all, version);
  return pages;
}

}  // namespace reweave::inline cli
