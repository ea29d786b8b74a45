#include "cli/command_tree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "cli/output.h"
#include "explore/search/strategy.h"
#include "findings/kind.h"
#include "trace/record_classes.h"

namespace reweave::inline cli {

namespace {

// The parser never sees what stands after --, so it cannot tell which commands take it.
std::string ProgramOf(const std::string& command) {
  static const std::map<std::string, std::string, std::less<>> programs = {
      {"explore", "-- PROGRAM [ARGUMENT...]"},  {"trace", "[-- PROGRAM [ARGUMENT...]]"}, {"replay", "[-- PROGRAM [ARGUMENT...]]"},
      {"coverage", "-- PROGRAM [ARGUMENT...]"}, {"impact", "[-- [ARGUMENT...]]"},        {"gen", "[-- COMPILER FLAG...]"}};
  const auto found = programs.find(command);
  return found == programs.end() ? "" : found->second;
}

// "TEXT:{a,b}" and "INT:INT in [1 - 256]" are the parser's words for what an option takes.
void ReadType(const std::string& type, OptionDoc& doc) {
  if (type.empty()) return;
  const auto open = type.find('{'), close = type.find('}');
  if (open != std::string::npos && close != std::string::npos) {
    std::string_view words(type);
    words = words.substr(open + 1, close - open - 1);
    while (!words.empty()) {
      const auto comma = std::min(words.find(','), words.size());
      doc.choices.emplace_back(words.substr(0, comma));
      words.remove_prefix(std::min(comma + 1, words.size()));
    }
    doc.value = fmt::format("{}", fmt::join(doc.choices, "|"));
    return;
  }
  const std::string kind = type.substr(0, type.find_first_of(": "));
  doc.value = kind == "UINT" || kind == "INT" ? "N" : kind == "FLOAT" ? "X" : "VALUE";
}

// What an option takes, by its name: "FILE" says more than "VALUE".
std::string Placeholder(const std::string& option) {
  static const std::map<std::string, std::string, std::less<>> words = {{"json", "FILE"},
                                                                        {"junit", "FILE"},
                                                                        {"sarif", "FILE"},
                                                                        {"markdown", "FILE"},
                                                                        {"html", "FILE"},
                                                                        {"perfetto", "FILE"},
                                                                        {"trace", "FILE"},
                                                                        {"read", "FILE"},
                                                                        {"resume", "FILE"},
                                                                        {"suppressions", "FILE"},
                                                                        {"baseline", "FILE"},
                                                                        {"stdin", "FILE"},
                                                                        {"write-baseline", "FILE"},
                                                                        {"icps", "FILE"},
                                                                        {"against", "PROGRAM"},
                                                                        {"out", "DIRECTORY"},
                                                                        {"subjects", "DIRECTORY"},
                                                                        {"sources", "DIRECTORY"},
                                                                        {"base", "REVISION"},
                                                                        {"head", "REVISION"},
                                                                        {"budget", "TIME"},
                                                                        {"time", "TIME"},
                                                                        {"run-timeout", "TIME"},
                                                                        {"timeout", "TIME"},
                                                                        {"older-than", "TIME"},
                                                                        {"analysis-time", "TIME"},
                                                                        {"stress-time", "TIME"},
                                                                        {"mem", "SIZE"},
                                                                        {"max-size", "SIZE"},
                                                                        {"mem-limit", "SIZE"},
                                                                        {"analysis-memory", "SIZE"},
                                                                        {"store", "WHERE"},
                                                                        {"test", "NAME"},
                                                                        {"tests", "FILE|DIRECTORY"},
                                                                        {"only", "NAME"},
                                                                        {"gdb-command", "COMMAND"},
                                                                        {"why", "FILE:LINE"},
                                                                        {"stop-on", "KINDS"},
                                                                        {"fail-on", "KINDS"},
                                                                        {"strategy", "STRATEGY"},
                                                                        {"bound", "N|all"},
                                                                        {"record", "CLASSES"},
                                                                        {"atomic-set", "A,B,..."},
                                                                        {"function", "TEXT"},
                                                                        {"shard", "K/N"},
                                                                        {"times", "FILE"},
                                                                        {"slurm", "OPTION"},
                                                                        {"worker", "OPTION"},
                                                                        {"from", "FILE"},
                                                                        {"job", "ID"},
                                                                        {"id", "NAME"},
                                                                        {"lease", "TIME"},
                                                                        {"beat", "TIME"},
                                                                        {"keep", "TIME"},
                                                                        {"split-after", "TIME"},
                                                                        {"patience", "TIME"},
                                                                        {"slice", "TIME"},
                                                                        {"random-time", "TIME"},
                                                                        {"class", "NAME"},
                                                                        {"p", "DIRECTORY"},
                                                                        {"exclude", "PATTERN"},
                                                                        {"invariant", "EXPRESSION"},
                                                                        {"config", "FILE"},
                                                                        {"value", "NAME=EXPRESSION"},
                                                                        {"link", "WORD"},
                                                                        {"pages", "DIRECTORY"},
                                                                        {"o", "FILE"}};
  const auto found = words.find(option);
  return found == words.end() ? "VALUE" : found->second;
}

// Kinds of findings and strategies are many, and more than one word is allowed: a shell completes them all the same.
std::vector<std::string> Suggestions(const std::string& option) {
  std::vector<std::string> out;
  if (option == "strategy")
    for (const StrategyEntry& entry : Strategies()) out.emplace_back(entry.name);
  if (option == "stop-on" || option == "fail-on")
    for (const KindInfo& kind : FindingKinds()) out.emplace_back(kind.name);
  if (option == "record")
    for (const RecordClassName& known : RecordClassNames()) out.emplace_back(known.name);
  return out;
}

OptionDoc Describe(const CLI::Option& option) {
  OptionDoc doc;
  for (const auto& name : option.get_snames()) doc.names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) doc.names.push_back("--" + name);
  if (option.get_positional()) doc.names = {option.get_name(true)};
  if (option.get_items_expected_max() > 0 && option.get_type_size_max() > 0) ReadType(option.get_type_name(), doc);
  const std::string name = !option.get_lnames().empty()   ? option.get_lnames()[0]
                           : !option.get_snames().empty() ? option.get_snames()[0]
                                                          : "";
  if (!name.empty() && doc.value == "VALUE") {
    doc.value = Placeholder(name);
    doc.suggestions = Suggestions(name);
    doc.list = name == "stop-on" || name == "fail-on" || name == "record";
    if (name == "test") doc.suggestions_file = ".reweave/tests";  // check/last_check.h writes it
  }
  doc.preset = option.get_default_str();
  doc.description = option.get_description();
  doc.required = option.get_required();
  doc.repeated = option.get_items_expected_max() > 1;
  return doc;
}

CommandDoc DescribeOne(const CLI::App& app, const std::string& prefix) {
  CommandDoc doc;
  doc.name = prefix;
  doc.description = app.get_description();
  doc.program = ProgramOf(prefix);
  doc.example = app.get_footer();
  constexpr std::string_view kTitle = "EXAMPLE\n";
  if (doc.example.starts_with(kTitle)) doc.example.erase(0, kTitle.size());
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // hidden
    (option->get_positional() ? doc.positionals : doc.options).push_back(Describe(*option));
    if (!option->get_positional() && option == app.get_help_ptr()) doc.options.back().description = "this text";
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!command->get_group().empty())
      doc.commands.push_back(DescribeOne(*command, prefix.empty() ? command->get_name() : prefix + " " + command->get_name()));
  return doc;
}

void Wrap(std::string& out, std::string_view text, std::size_t indent, std::size_t column, std::size_t width) {
  if (const auto end = text.find('\n'); end != std::string_view::npos) {
    Wrap(out, text.substr(0, end), indent, column, width);
    for (text.remove_prefix(end + 1); !text.empty();) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(text.size(), line.size() + 1));
      const std::size_t inner = line.find_first_not_of(' ');
      if (inner == std::string_view::npos) continue;
      out.append(indent + inner, ' ');
      Wrap(out, line.substr(inner), indent + inner + 2, indent + inner, width);
    }
    return;
  }
  bool first = true;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (!first && column + 1 + word.size() > width) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    first = false;
    out += word;
    column += word.size();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  out += '\n';
}

void AddRow(std::string& out, const std::string& left, const std::string& text, std::size_t width) {
  constexpr std::size_t kIndent = 28;
  std::size_t column = 2 + left.size();
  out += "  " + left;
  if (column + 2 > kIndent) {
    out += '\n';
    column = 0;
  }
  out.append(kIndent - column, ' ');
  Wrap(out, text, kIndent, kIndent, std::max<std::size_t>(width, 60));
}

class Formatter : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    std::string prefix;
    for (const CLI::App* up = app; up->get_parent(); up = up->get_parent())
      prefix = prefix.empty() ? up->get_name() : up->get_name() + " " + prefix;
    return HelpText(DescribeOne(*app, prefix), TerminalWidth() == 0 ? 100 : std::min<std::size_t>(TerminalWidth(), 120));
  }
};

}  // namespace

bool TakesProgram(const std::string& command) { return !ProgramOf(command).empty(); }

CommandDoc DescribeCommands(const CLI::App& app) { return DescribeOne(app, ""); }

std::string HelpText(const CommandDoc& command, std::size_t width) {
  std::string out = "usage: reweave" + (command.name.empty() ? "" : " " + command.name);
  if (!command.options.empty() && command.commands.empty()) out += " [OPTION...]";
  if (!command.commands.empty()) out += " COMMAND";
  for (const OptionDoc& positional : command.positionals) {
    const std::string name = positional.names[0] + (positional.repeated ? "..." : "");
    out += positional.required ? " " + name : " [" + name + "]";
  }
  if (!command.program.empty()) out += " " + command.program;
  out += "\n\n";
  Wrap(out, command.description, 0, 0, width);
  if (!command.positionals.empty()) out += '\n';
  for (const OptionDoc& positional : command.positionals) AddRow(out, positional.names[0], positional.description, width);
  if (!command.commands.empty()) out += "\nCommands:\n";
  for (const CommandDoc& sub : command.commands) AddRow(out, sub.name.substr(sub.name.rfind(' ') + 1), sub.description, width);
  out += "\nOptions:\n";
  for (const OptionDoc& option : command.options) {
    std::string left = fmt::format("{}", fmt::join(option.names, ", "));
    if (!option.value.empty()) left += " " + option.value;
    std::string text = option.description;
    if (!option.preset.empty()) text.insert(std::min(text.find('\n'), text.size()), " (default " + option.preset + ")");
    if (option.required) text += " (required)";
    AddRow(out, left, text, width);
  }
  if (!command.example.empty()) out += "\nEXAMPLE\n" + command.example + "\n";
  return out;
}

void UseHelpText(CLI::App& app) {
  const auto formatter = std::make_shared<Formatter>();
  app.formatter(formatter);
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) {
    command->formatter(formatter);
    UseHelpText(*command);
  }
}

}  // namespace reweave::inline cli
