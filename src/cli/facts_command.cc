#include <CLI/CLI.hpp>
#include <memory>
#include <sstream>

#include "change/facts_diff.h"
#include "change/program_change.h"
#include "cli/command.h"
#include "cli/output.h"
#include "facts/print.h"
#include "facts/reader.h"

namespace reweave::inline cli {

namespace {

struct Flags {
  std::string file, new_file, json;
  bool diff = false;
  PrintFactsOptions print;
};

std::string Text(const Facts& facts, PrintFactsOptions options, bool json) {
  std::ostringstream out;
  options.json = json;
  PrintFacts(facts, out, options);
  return std::move(out).str();
}

Result<int> RunFacts(const Flags& flags) {
  if (flags.diff != !flags.new_file.empty())
    return Fail(ErrorCategory::kUsage, "cannot compare", flags.file,
                flags.diff ? "there is only one binary" : "two binaries, but no --diff", "reweave facts OLD NEW --diff");
  RW_ASSIGN(const Facts facts, ReadFacts(flags.file));
  if (flags.diff) {
    RW_ASSIGN(const Facts new_facts, ReadFacts(flags.new_file));
    const ProgramChange change(facts, new_facts);
    const Matching& matching = change.matching();
    if (!flags.json.empty()) RW_TRY(WriteJson(flags.json, FactsDiffJson(matching)));
    if (flags.json != "-") Print(FactsDiffText(matching));
    return kExitOk;
  }
  if (!flags.json.empty()) RW_TRY(WriteJson(flags.json, Text(facts, flags.print, true)));
  if (flags.json != "-") Print(Text(facts, flags.print, false));
  return kExitOk;
}

}  // namespace

void AddFactsCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("facts", "print what the compiler knew about a program");
  command->add_option("BINARY", flags->file, "program or shared library built with the driver")->required();
  command->add_option("NEW", flags->new_file, "with --diff: the program to compare it with");
  command->add_flag("--diff", flags->diff, "print what differs between two binaries: functions, statements, fields, globals");
  command->add_option("--function", flags->print.function, "only functions whose name contains this");
  command->add_flag("--system", flags->print.system, "include functions of system headers");
  command->add_option("--json", flags->json, "write the facts as JSON to this file, - for stdout");
  command->footer("EXAMPLE\n  reweave facts ./queue_test\n  reweave facts old/queue_test new/queue_test --diff");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunFacts(*flags); }); }; });
}

}  // namespace reweave::inline cli
