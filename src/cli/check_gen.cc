#include "cli/check_gen.h"

#include <CLI/CLI.hpp>
#include <vector>

#include "base/escape.h"
#include "check/gen_check.h"
#include "cli/output.h"

namespace reweave::inline cli {

CLI::Option* AddCheckGenFlag(CLI::App& command, bool& gen) {
  return command.add_flag("--gen", gen,
                          "also write tests for the classes of [[gen.class]] in reweave.toml: of methods that reach the change");
}

Result<bool> RunCheckGen(const GenCheckFlags& flags, const CheckResult& result, const Config& config, CheckDisplay& display) {
  GenCheckOptions options;
  options.drivers = flags.drivers;
  options.default_suppressions = flags.default_suppressions;
  options.say = [&](const std::string& text) { display.Say(text); };
  options.status = [&](const std::string& text) { display.Status(text); };
  RW_ASSIGN(const std::vector<gen::GenResult> results, GenerateForChange(result, config, options));
  display.Clear();
  bool fails = false;
  for (const gen::GenResult& one : results) {
    if (flags.prints) Print(EscapeBlock(gen::RenderGen(one, false)));
    fails |= !one.tests.empty();
  }
  return fails;
}

}  // namespace reweave::inline cli
