// reweave: one binary, one file a subcommand.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "abi/control.h"
#include "abi/hooks.h"
#include "base/escape.h"
#include "base/nearest.h"
#include "cli/command.h"
#include "cli/command_tree.h"
#include "cli/coverage_command.h"
#include "cli/gen_command.h"
#include "cli/output.h"
#include "cli/shared_flags.h"
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

std::string VersionText() {
  return fmt::format("reweave {}\n{} build by {}; hooks {}, control memory {}\n", REWEAVE_VERSION, REWEAVE_BUILD_TYPE,
                     __VERSION__, abi::kHookAbiVersion, abi::kAbiVersion);
}

// The app of the command that the arguments name, as deep as they do.
const CLI::App* NamedCommand(const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App* at = &app;
  for (const std::string& argument : arguments) {
    const auto inner = at->get_subcommands([&](const CLI::App* command) { return command->get_name() == argument; });
    if (inner.empty()) break;
    at = inner.front();
  }
  return at;
}

// "; did you mean --schedules?" for the first argument that nobody knows, or nothing.
std::string Suggestion(const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App* command = NamedCommand(app, arguments);
  std::vector<std::string> flags, commands;
  for (const CLI::Option* option : command->get_options())
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  for (const CLI::App* inner : command->get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(inner->get_name());
  for (const std::string& argument : arguments) {
    const std::string word = argument.substr(0, argument.find('='));
    const bool is_flag = word.starts_with("--");
    const auto& known = is_flag ? flags : commands;
    if ((!is_flag && command != &app && commands.empty()) || std::ranges::find(known, word) != known.end()) continue;
    if (!is_flag && command->get_name() == word) continue;
    if (const auto nearest = NearestWord(word, known)) return fmt::format("; did you mean {}?", *nearest);
  }
  return {};
}

// The parser would wrap a negative number around where only positive ones make sense. An empty value is a variable of a script
// that is not set; taken for "not given", it would quietly mean the default.
std::string UnusableValue(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    for (const CLI::Option* option : command->get_options())
      for (const std::string& value : option->results()) {
        if (value.empty()) return fmt::format("{} needs a value, and the one that is given is empty", option->get_name());
        if (option->get_type_name().starts_with("UINT") && value.starts_with('-'))
          return fmt::format("{} takes no negative number, not {}", option->get_name(), value);
      }
    if (std::string text = UnusableValue(*command); !text.empty()) return text;
  }
  return {};
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
  AddCheckCommand(app, line);
  AddReportCommand(app, line);
  AddInitCommand(app, line);
  AddExploreCommand(app, line);
  AddWorkerCommand(app, line);
  AddCampaignCommand(app, line);
  AddCoverageCommand(app, line);
  AddReplayCommand(app, line);
  AddTraceCommand(app, line);
  AddFactsCommand(app, line);
  AddImpactCommand(app, line);
  AddRecordCommand(app, line);
  AddSelectCommand(app, line);
  AddRacesCommand(app, line);
  AddGenCommand(app, line);
  AddHistoryCommand(app, line);
#ifdef REWEAVE_BENCH
  AddBenchCommand(app, line);
#endif
  AddDoctorCommand(app, line);
  AddManualCommands(app, line);
  UseHelpText(app);
  const auto arguments = SplitArguments(argc, argv, line);
  if (arguments.empty() && !line.has_program) {
    Print(app.help());
    return kExitUsage;
  }
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    const std::string command = NamedCommand(app, arguments)->get_name();
    if (NamedCommand(app, arguments) == &app && !arguments.empty() && !arguments[0].starts_with('-')) {
      Message(fmt::format("there is no command '{}'{} (see reweave --help)", arguments[0], Suggestion(app, arguments)));
      return kExitUsage;
    }
    Message(fmt::format("{}{} (see reweave{}{} --help)", error.what(), Suggestion(app, arguments),
                        command.empty() || command == "reweave" ? "" : " ", command == "reweave" ? "" : command));
    return kExitUsage;
  }
  if (const std::string text = UnusableValue(app); !text.empty()) {
    Message(text);
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
