#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string_view>

#include "base/interrupt.h"
#include "change/effects.h"
#include "change/program_change.h"
#include "cli/command.h"
#include "cli/history_flags.h"
#include "cli/output.h"
#include "cli/select_report.h"
#include "cli/suite_flags.h"

namespace reweave::inline cli {

namespace {

struct Flags {
  SuiteFlags suite;
  std::string json, format = "text";
};

// Locks, waits or notifications differ in some program. Who waits for ever makes no race, so no test is selected for it.
bool SynchronisationDiffers(const SuiteResult& suite) {
  return std::ranges::any_of(suite.programs, [](const SuiteProgram& program) {
    const auto change = ProgramChange::Of(program.old_path, program.new_path);
    return change && SynchronisationChanged((*change)->matching(), [](std::string_view) { return false; });
  });
}

Result<int> RunSelect(const Flags& flags) {
  RW_ASSIGN(const SuiteOptions options, MakeSuiteOptions(flags.suite));
  RW_ASSIGN(const std::unique_ptr<Store> store, OpenHistory(flags.suite.store, true));
  CatchInterrupts();
  RW_ASSIGN(const SuiteResult suite, SelectFromSuite(options, *store, [](const std::string& text) { StatusLine(text); }));
  StatusLine("");
  for (const std::string& note : suite.notes) Message(note);
  if (suite.interrupted) Message("interrupted: no test is left out");
  else if (suite.ranking.selected.empty())
    Message(suite.affected() ? "nothing to run: no test brings two threads to what the change affects"
                             : "nothing to run: the change affects no shared access");
  if (!suite.interrupted && suite.ranking.selected.empty() && SynchronisationDiffers(suite))
    Message("it does change locks, waits or notifications: that a thread hangs is no race, and reweave check looks for it");
  if (!flags.json.empty()) RW_TRY(WriteJson(flags.json, SelectionJson(suite, options)));
  if (flags.json != "-") {
    if (flags.format == "names") Print(SelectionNames(suite, flags.suite.all));
    else if (flags.format == "ctest") Print(SelectionCTest(suite));
    else Print(SelectionText(suite, flags.suite.all));
  }
  return suite.interrupted ? kExitInterrupted : kExitOk;
}

}  // namespace

void AddSelectCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("select", "list the tests that can notice a change, in order, each with its reason");
  AddSuiteFlags(*command, flags->suite);
  command
      ->add_option("--format", flags->format,
                   "text with reasons, names (one per line), or a regular expression for ctest -R (ctest)")
      ->check(CLI::IsMember({"text", "names", "ctest"}))
      ->capture_default_str();
  command->add_option("--json", flags->json, "write the selection as JSON to this file, - for stdout");
  command->footer("EXAMPLE\n  reweave select build-old/map_test build-new/map_test --tests tests.txt\n"
                  "  ctest -R \"$(reweave select build-old build-new --format ctest)\"");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunSelect(*flags); }); }; });
}

}  // namespace reweave::inline cli
