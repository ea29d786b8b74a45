// reweave: one binary, one file a subcommand.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "abi/control.h"
#include "abi/hooks.h"
#include "cli/command.h"
#include "cli/command_tree.h"
#include "cli/output.h"
#include "cli/usage_message.h"
#include "store/postgres.h"

namespace reweave::inline cli {
namespace {

// What stands after the first -- is the tested program's and never parsed as ours.
std::vector<std::string> SplitArguments(int argc, char** argv, CommandLine& line) {
  std::vector<std::string> all(argv + 1, argv + argc);
  const auto dashes = std::find(all.begin(), all.end(), "--");
  line.has_program = dashes != all.end();
  if (line.has_program) line.program.assign(dashes + 1, all.end());
  return {all.begin(), dashes};
}

// `reweave help check` is `reweave check --help`, and options of all commands may stand behind the command as well.
std::vector<std::string> Arranged(const CLI::App& app, std::vector<std::string> words) {
  if (!words.empty() && words[0] == "help") {
    words.erase(words.begin());
    // A word that is no command is refused as such.
    const auto is_named = [&](const CLI::App* command) { return command->get_name() == words[0]; };
    if (words.empty() || !app.get_subcommands(is_named).empty()) words.emplace_back("--help");
  }
  const auto colour =
      std::ranges::find_if(words, [](const auto& word) { return word == "--color" || word.starts_with("--color="); });
  if (colour == words.end()) return words;
  const bool has_value = *colour == "--color" && colour + 1 != words.end();
  std::rotate(words.begin(), colour, colour + (has_value ? 2 : 1));
  return words;
}

std::string VersionText() {
  return fmt::format("reweave {}\n{} build by {}; hooks {}, control memory {}\n", REWEAVE_VERSION, REWEAVE_BUILD_TYPE,
                     __VERSION__, abi::kHookAbiVersion, abi::kAbiVersion);
}

// Everybody on the machine can read command lines.
bool ShowsPassword(const std::vector<std::string>& arguments) {
  return std::ranges::any_of(arguments, [](const std::string& word) {
    const auto equals = word.find('=');
    return NamesPassword(word) ||
           (word.starts_with("--") && equals != std::string::npos && NamesPassword(word.substr(equals + 1)));
  });
}

int Main(int argc, char** argv) {
  CLI::App app("Reweave: finds the thread schedules that break a C or C++ program, and replays them", "reweave");
  app.set_version_flag("--version", VersionText(), "version, and how it was built");
  std::string colour = "auto";
  app.add_option("--color", colour, "colours in the output; auto: on a terminal, unless NO_COLOR is set or TERM is dumb")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  app.require_subcommand(1);
  app.fallthrough(false);
  app.footer("EXAMPLE\n  reweave-c++ -g -pthread queue_test.cc -o queue_test\n"
             "  reweave explore -- ./queue_test\n\nreweave COMMAND --help explains a command.");
  CommandLine line;
  AddCommands(app, line);
  UseHelpText(app);
  const auto arguments = Arranged(app, SplitArguments(argc, argv, line));
  if (arguments.empty() && !line.has_program) {
    Print(app.help());
    return kExitUsage;
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    Message(UsageMessage(app, arguments, error));
    return kExitUsage;
  }
  if (const std::string text = UnusableValue(app); !text.empty()) {
    Message(text);
    return kExitUsage;
  }
  if (const std::string& command = app.get_subcommands().front()->get_name(); line.has_program && !TakesProgram(command)) {
    Message(fmt::format("{} takes no program after -- (see reweave {} --help)", command, command));
    return kExitUsage;
  }
  if (ShowsPassword(arguments)) {
    Message(
        "a password on the command line can be read by everybody on this machine (put it into ~/.pgpass or PGPASSWORD, or the "
        "whole address into REWEAVE_STORE)");
    return kExitUsage;
  }
  SetColour(colour);
  return line.run ? line.run() : kExitUsage;
}

}  // namespace
}  // namespace reweave::inline cli

int main(int argc, char** argv) { return reweave::Main(argc, argv); }
