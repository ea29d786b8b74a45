#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/machine.h"
#include "cli/output.h"

namespace reweave::inline cli {

namespace {

using Json = nlohmann::ordered_json;

std::string Render(const std::vector<MachineCheck>& checks, bool usable) {
  std::string out;
  for (const MachineCheck& check : checks) {
    out += fmt::format("{:<4} {:<22} {}\n", check.ok ? "ok" : check.required ? "FAIL" : "no", check.name, check.detail);
    if (!check.ok && !check.lost.empty()) out += fmt::format("     without it: {}\n", check.lost);
    if (!check.ok && !check.install.empty()) out += fmt::format("     to install it on Debian: {}\n", check.install);
  }
  return out + (usable ? "this machine can run the engine\n" : "this machine cannot run the engine\n");
}

Json ToJson(const std::vector<MachineCheck>& checks, bool usable) {
  Json list = Json::array();
  for (const MachineCheck& check : checks)
    list.push_back({{"name", check.name},
                    {"ok", check.ok},
                    {"required", check.required},
                    {"detail", check.detail},
                    {"lost", check.ok || check.lost.empty() ? Json(nullptr) : Json(check.lost)},
                    {"install", check.ok || check.install.empty() ? Json(nullptr) : Json(check.install)}});
  return {{"schema", 1},         {"tool", "reweave"}, {"version", REWEAVE_VERSION},
          {"command", "doctor"}, {"usable", usable},  {"checks", list}};
}

Result<int> RunDoctor(const std::string& json) {
  const auto checks = CheckMachine();
  const bool usable = std::ranges::all_of(checks, [](const MachineCheck& check) { return check.ok || !check.required; });
  RW_TRY(WriteJson(json, ToJson(checks, usable).dump(2) + "\n"));
  if (json != "-") Print(Render(checks, usable));
  return usable ? kExitOk : kExitTarget;
}

}  // namespace

void AddDoctorCommand(CLI::App& app, CommandLine& line) {
  auto json = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("doctor", "report what this machine offers and what is missing");
  command->add_option("--json", *json, "write the result as JSON to this file, - for stdout");
  command->footer("EXAMPLE\n  reweave doctor");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunDoctor(*json); }); }; });
}

}  // namespace reweave::inline cli
