#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/file.h"
#include "check/build_system.h"
#include "check/config.h"
#include "check/versions.h"
#include "cli/command.h"
#include "cli/output.h"

namespace reweave::inline cli {

namespace {

struct Flags {
  bool force = false;
  std::string json;
};

Result<int> RunInit(const Flags& flags) {
  RW_ASSIGN(const Repository repository, Repository::Open("."));
  const std::string path = repository.top() + "/reweave.toml";
  std::error_code error;
  if (!flags.force && std::filesystem::exists(path, error))
    return Fail(ErrorCategory::kUsage, "there is a configuration already", path, {}, "--force overwrites it");
  RW_TRY(WriteFile(path, StarterConfig(repository.top()), "cannot write the configuration"));
  const std::string system = DetectBuildSystem(repository.top());
  const nlohmann::ordered_json result = {
      {"schema", 1},       {"tool", "reweave"},        {"version", REWEAVE_VERSION},
      {"command", "init"}, {"file", EscapeUtf8(path)}, {"system", system.empty() ? "commands" : system}};
  RW_TRY(WriteJson(flags.json, result.dump(2) + "\n"));
  if (flags.json != "-") Print(fmt::format("{}\n", EscapeLine("written: " + path)));
  return kExitOk;
}

}  // namespace

void AddInitCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("init", "write a configuration (reweave.toml) for this project");
  command->add_flag("--force", flags->force, "overwrite an existing file");
  command->add_option("--json", flags->json, "write what was found as JSON to this file, - for stdout");
  command->footer("EXAMPLE\n  reweave init && reweave check");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunInit(*flags); }); }; });
}

}  // namespace reweave::inline cli
