#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/file.h"
#include "check/build_system.h"
#include "check/project_look.h"
#include "check/versions.h"
#include "cli/ci_files.h"
#include "cli/command.h"
#include "cli/machine.h"
#include "cli/output.h"

namespace reweave::inline cli {

namespace {

struct Flags {
  bool force = false;
  std::string json, ci;
};

// What a person at a terminal answers; "" elsewhere.
std::string AskForService(const Repository& repository) {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return {};
  const std::string guess = ServiceOf(repository.RemoteAddress());
  Print(fmt::format("\nWrite a file that runs the check in CI? github, gitlab or no [{}]: ", guess.empty() ? "no" : guess));
  std::fflush(stdout);
  std::string answer;
  if (!std::getline(std::cin, answer)) return {};
  if (answer.empty()) return guess;
  return answer == "github" || answer == "gitlab" ? answer : "";
}

// Only what is missing: doctor has the rest.
std::string MachineText(const std::vector<MachineCheck>& checks, bool usable) {
  std::string out = usable ? "machine  can run the engine\n" : "machine  cannot run the engine; `reweave doctor` says why\n";
  for (const MachineCheck& check : checks) {
    if (check.ok) continue;
    out += fmt::format("         no {}{}{}\n", check.name, check.lost.empty() ? "" : ": without it " + check.lost,
                       check.install.empty() ? "" : " (" + check.install + ")");
  }
  return out;
}

nlohmann::ordered_json InitJson(const std::string& path, bool written, const ProjectLook& look, bool usable,
                                const std::vector<CiFile>& ci) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  for (const CiFile& file : ci) files.push_back(EscapeUtf8(file.path));
  return {{"schema", 1},
          {"tool", "reweave"},
          {"version", REWEAVE_VERSION},
          {"command", "init"},
          {"file", EscapeUtf8(path)},
          {"written", written},
          {"system", look.system.empty() ? "commands" : look.system},
          {"directory", EscapeUtf8(look.directory)},
          {"presets", look.presets},
          {"switches", look.switches},
          {"listed-tests", look.listed_tests},
          {"frameworks", look.frameworks},
          {"sources", look.sources},
          {"threaded", look.threaded},
          {"machine-usable", usable},
          {"ci", files}};
}

Result<int> RunInit(const Flags& flags) {
  RW_ASSIGN(const Repository repository, Repository::Open("."));
  const std::string& top = repository.top();
  const std::string path = top + "/reweave.toml";
  std::error_code error;
  const bool is_there = std::filesystem::exists(path, error);
  // With --ci the configuration may be there from an earlier call.
  if (!flags.force && is_there && flags.ci.empty())
    return Fail(ErrorCategory::kUsage, "there is a configuration already", path, {}, "--force overwrites it");
  const ProjectLook look = LookAtProject(top);
  const bool write = flags.force || !is_there;
  const bool loud = flags.json != "-";
  if (loud) Print(EscapeBlock(Describe(look)));
  const auto checks = CheckMachine();
  const bool usable = std::ranges::all_of(checks, [](const MachineCheck& check) { return check.ok || !check.required; });
  if (loud) Print(EscapeBlock(MachineText(checks, usable)));
  const std::string service = !flags.ci.empty() ? flags.ci : loud ? AskForService(repository) : "";
  const bool has_pipeline = std::filesystem::exists(top + "/.gitlab-ci.yml", error);
  std::vector<CiFile> ci;
  if (!service.empty()) {
    ci = CiFilesFor(service, look, has_pipeline);
    RW_TRY(WriteCiFiles(top, ci, flags.force));
  }
  if (write) RW_TRY(WriteFile(path, StarterConfig(look), "cannot write the configuration"));
  RW_TRY(WriteJson(flags.json, InitJson(path, write, look, usable, ci).dump(2) + "\n"));
  if (!loud) return kExitOk;
  std::string out = EscapeLine((write ? "written: " : "kept as it is: ") + path) + "\n";
  for (const CiFile& file : ci) out += EscapeLine("written: " + top + "/" + file.path) + "\n";
  if (service == "gitlab" && has_pipeline) out += "add to .gitlab-ci.yml:  include: [{local: .gitlab/reweave.yml}]\n";
  if (!service.empty()) out += "set REWEAVE_PACKAGE_URL in the settings of the service: the address of the Debian package\n";
  if (service.empty()) out += "for CI: reweave init --ci github, or --ci gitlab\n";
  Print(out + "next: reweave check\n");
  return kExitOk;
}

}  // namespace

void AddInitCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("init", "look at this project and this machine, say what was found, and write a "
                                                 "configuration (reweave.toml) and a file for CI");
  command->add_flag("--force", flags->force, "overwrite existing files");
  command->add_option("--ci", flags->ci, "also write the files that run the check in this service (asked on a terminal)")
      ->check(CLI::IsMember({"github", "gitlab"}));
  command->add_option("--json", flags->json, "write what was found as JSON to this file, - for stdout");
  command->footer("EXAMPLE\n  reweave init && reweave check\n  reweave init --ci github");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunInit(*flags); }); }; });
}

}  // namespace reweave::inline cli
