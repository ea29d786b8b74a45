#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/coding.h"
#include "base/command.h"
#include "base/counted.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "cli/command.h"
#include "cli/history_flags.h"
#include "cli/output.h"
#include "cli/suite_flags.h"
#include "explore/explorer.h"
#include "explore/schedule/schedule.h"
#include "techniques/simrt/races.h"

namespace reweave::inline cli {

namespace {

using Json = nlohmann::ordered_json;

struct Flags {
  SuiteFlags suite;
  std::string json, out = ".reweave/results";
  std::uint32_t tries = 1;
  bool no_residual = false;
};

std::string SiteText(const RaceSite& site) {
  return fmt::format("{} of {} at {}:{} in {}", site.write ? "write" : "read", site.variable.empty() ? "?" : site.variable,
                     site.file, site.line, site.function);
}

const char* Kind(const FoundRace& race) { return !race.residual ? "race" : *race.residual ? "residual race" : "regression race"; }

// Where the schedule of a race is kept: known by the program's name and the pair, so a later call finds it again.
std::string SchedulePath(const SuiteResult& suite, const FoundRace& race, const std::string& directory) {
  const std::string name = std::filesystem::path(suite.programs[race.program].new_path).filename().string();
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (char c : race.key) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return (std::filesystem::absolute(directory) / fmt::format("{}-race-{}.rws", name, ToHex(hash))).string();
}

Result<void> KeepSchedule(const SuiteResult& suite, const FoundRace& race, const std::string& directory) {
  RW_TRY(PrepareOutDir(directory));
  RW_ASSIGN(Schedule schedule, DecodeSchedule(race.schedule, "schedule"));
  schedule.tool_version = REWEAVE_VERSION;
  return WriteSchedule(schedule, SchedulePath(suite, race, directory));
}

// By race; "" if there is none. Of a pair that an earlier call confirmed, the schedule may still be there.
std::vector<std::string> SchedulePaths(const SuiteResult& suite, const RacesResult& result, const std::string& directory) {
  std::vector<std::string> paths(result.races.size());
  for (std::size_t i = 0; i < result.races.size(); ++i) {
    const FoundRace& race = result.races[i];
    if (!race.confirmed) continue;
    std::string path = SchedulePath(suite, race, directory);
    const auto kept = ReadSchedule(path);
    if (kept && kept->build_key == suite.programs[race.program].new_key) paths[i] = std::move(path);
  }
  return paths;
}

Json SiteJson(const RaceSite& site) {
  return {{"file", EscapeUtf8(site.file)},           {"line", site.line},
          {"function", EscapeUtf8(site.function)},   {"variable", EscapeUtf8(site.variable)},
          {"access", site.write ? "write" : "read"}, {"id", EscapeUtf8(site.id)}};
}

std::string JsonText(const SuiteResult& suite, const RacesResult& result, const std::vector<std::string>& schedules) {
  const auto number = [](std::optional<double> value) { return value ? Json(*value) : Json(); };
  Json order = Json::array(), races = Json::array(), trouble = Json::array(), skipped = Json::array();
  for (std::uint32_t test : result.order) order.push_back(EscapeUtf8(suite.tests[test].name));
  for (std::size_t i = 0; i < result.races.size(); ++i) {
    const FoundRace& race = result.races[i];
    Json tests = Json::array();
    for (std::uint32_t position : race.tests) tests.push_back(order[position]);
    races.push_back({{"key", EscapeUtf8(race.key)},
                     {"sites", Json::array({SiteJson(race.first), SiteJson(race.second)})},
                     {"tests", tests},
                     {"confirmed", race.confirmed},
                     {"confirmed_by", race.confirmed ? Json(EscapeUtf8(race.confirmed_by)) : Json()},
                     {"known", race.known},
                     {"verifications", race.verifications},
                     {"regression", race.residual ? Json(!*race.residual) : Json()},
                     {"predicted", race.predicted},
                     {"schedule_file", schedules[i].empty() ? Json() : Json(schedules[i])}});
  }
  for (std::uint32_t test : result.skipped) skipped.push_back(EscapeUtf8(suite.tests[test].name));
  for (const auto& [test, how] : result.trouble) trouble.push_back({{"test", EscapeUtf8(suite.tests[test].name)}, {"end", how}});
  return Json{
             {"schema", 1},
             {"tool", "reweave"},
             {"version", REWEAVE_VERSION},
             {"command", "races"},
             {"order", order},
             {"races", races},
             {"runs",
              {{"detection", result.runs.detection}, {"verification", result.runs.verification}, {"total", result.runs.total()}}},
             {"apfd", {{"potential", number(result.apfd_potential)}, {"real", number(result.apfd_real)}}},
             {"trouble", trouble},
             {"skipped", skipped},
             {"interrupted", result.interrupted},
             {"seconds",
              {{"analysis", suite.analysis_seconds}, {"selection", suite.selection_seconds}, {"execution", result.seconds}}}}
             .dump(2) +
         "\n";
}

std::string Text(const SuiteResult& suite, const RacesResult& result, const std::vector<std::string>& schedules) {
  std::string out;
  std::size_t confirmed = 0;
  for (std::size_t i = 0; i < result.races.size(); ++i) {
    const FoundRace& race = result.races[i];
    confirmed += race.confirmed;
    out += fmt::format("{}{}\n", Kind(race),
                       race.confirmed ? race.known ? ", confirmed earlier" : ", confirmed" : ", not confirmed");
    out += EscapeLine("    " + SiteText(race.first)) + "\n" + EscapeLine("    " + SiteText(race.second)) + "\n";
    std::string tests;
    for (std::uint32_t position : race.tests) tests += (tests.empty() ? "" : ", ") + suite.tests[result.order[position]].name;
    out += EscapeLine("    shown by " + tests) + "\n";
    if (!race.predicted) out += "    not among the pairs that the change was expected to affect\n";
    if (!schedules[i].empty()) out += EscapeLine("    replay: reweave replay " + ShellWord(schedules[i])) + "\n";
  }
  for (std::uint32_t test : result.skipped)
    out += EscapeLine(suite.tests[test].name + ": not run, its command does not begin with a program that both versions have") +
           "\n";
  for (const auto& [test, how] : result.trouble)
    out += EscapeLine(fmt::format("{}: its run ended by {}", suite.tests[test].name, how)) + "\n";
  out += fmt::format("{}, {}, {} confirmed; {}: {} to detect, {} to verify; APFD {} (confirmed {})\n",
                     Counted(result.order.size(), "test"), Counted(result.races.size(), "race"), confirmed,
                     Counted(result.runs.total(), "run"), result.runs.detection, result.runs.verification,
                     ApfdText(result.apfd_potential), ApfdText(result.apfd_real));
  return out;
}

Result<int> RunRaces(const Flags& flags) {
  RW_ASSIGN(const SuiteOptions options, MakeSuiteOptions(flags.suite));
  RW_ASSIGN(const std::unique_ptr<Store> store, OpenHistory(flags.suite.store, true));
  CatchInterrupts();
  const Progress progress = [](const std::string& text) { StatusLine(text); };
  RW_ASSIGN(const SuiteResult suite, SelectFromSuite(options, *store, progress));
  for (const std::string& note : suite.notes) Message(note);
  if (suite.interrupted) return kExitInterrupted;
  RW_ASSIGN(const RacesResult result,
            FindRaces(suite, options,
                      {.all = flags.suite.all,
                       .tries = flags.tries,
                       .seed = flags.suite.seed,
                       .residual = !flags.no_residual,
                       .keep = [&](const FoundRace& race) { return KeepSchedule(suite, race, flags.out); }},
                      *store, progress));
  StatusLine("");
  if (result.order.empty() && result.skipped.empty())
    Message("nothing to run: the change affects no pair of accesses that a test brings two threads to");
  const std::vector<std::string> schedules = SchedulePaths(suite, result, flags.out);
  if (!flags.json.empty()) RW_TRY(WriteJson(flags.json, JsonText(suite, result, schedules)));
  if (flags.json != "-") Print(Text(suite, result, schedules));
  const bool found =
      std::ranges::any_of(result.races, [](const FoundRace& race) { return race.confirmed && !race.residual.value_or(false); });
  return found ? kExitFindings : result.interrupted ? kExitInterrupted : kExitOk;
}

}  // namespace

void AddRacesCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("races", "run the tests that can notice a change, and detect and verify races");
  AddSuiteFlags(*command, flags->suite);
  command->add_option("--tries", flags->tries, "verification runs for each pair and test")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_flag("--no-residual", flags->no_residual, "do not run the old version to find out whether it has a race too");
  command->add_option("--out", flags->out, "directory for schedules of confirmed races")->capture_default_str();
  command->add_option("--json", flags->json, "write the result as JSON to this file, - for stdout");
  command->footer("EXAMPLE\n  reweave races build-old/map_test build-new/map_test --tests tests.txt");
  command->callback([=, &line] { line.run = [=] { return Guarded([&] { return RunRaces(*flags); }); }; });
}

}  // namespace reweave::inline cli
