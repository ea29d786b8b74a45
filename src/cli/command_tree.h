// All commands and their options as plain values, read from the parser: help, man pages and shell completion print the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace reweave::inline cli {

struct OptionDoc {
  std::vector<std::string> names;    // "-j", "--jobs"; of a positional its name
  std::string value;                 // what it takes, "N", "{a,b}"; empty: a flag
  std::vector<std::string> choices;  // if only some words are allowed
  std::string suggestions_file;  // one word a line, of a file below the top of the checkout; "" = none
  std::vector<std::string> suggestions;  // words that a shell completes, though others are allowed as well
  bool list = false;                 // takes several of the suggestions, with commas between them
  std::string preset;                // default, empty: none
  std::string description;           // lines of a list begin with two spaces
  bool required = false, repeated = false;
};

struct CommandDoc {
  std::string name;         // "history list", without the program
  std::string description;  // one sentence
  std::string program;      // what may follow: "-- PROGRAM [ARGUMENT...]"
  std::string example;      // lines
  std::vector<OptionDoc> positionals, options;
  std::vector<CommandDoc> commands;
};

CommandDoc DescribeCommands(const CLI::App& app);
// Whether something may stand after -- for a command, given by its name.
bool TakesProgram(const std::string& command);

std::string HelpText(const CommandDoc& command, std::size_t width);
// Makes `app` and its subcommands answer --help with HelpText.
void UseHelpText(CLI::App& app);

}  // namespace reweave::inline cli
