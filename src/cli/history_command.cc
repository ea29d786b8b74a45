#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <ctime>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "base/duration.h"
#include "base/escape.h"
#include "cli/command.h"
#include "cli/history_flags.h"
#include "cli/output.h"

namespace reweave::inline cli {

namespace {

using Json = nlohmann::ordered_json;

struct Flags {
  std::string store, json, build, test, older_than, max_size;
  bool dry_run = false;
};

std::string TimeText(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string SizeText(std::uint64_t bytes) {
  if (bytes < 10'000) return fmt::format("{} B", bytes);
  return bytes < 10'000'000 ? fmt::format("{} KiB", bytes / 1024) : fmt::format("{} MiB", bytes >> 20);
}

Json Head(const char* command) {
  return {{"schema", 1}, {"tool", "reweave"}, {"version", REWEAVE_VERSION}, {"command", command}};
}

Json BuildJson(const BuildSummary& build) {
  return {{"build", build.key},
          {"name", EscapeUtf8(build.name)},
          {"recorded", TimeText(build.recorded)},
          {"used", TimeText(build.used)},
          {"tests", build.tests},
          {"incomplete", build.incomplete},
          {"failed", build.failed},
          {"bytes", build.bytes}};
}

std::string BuildLine(const BuildSummary& build) {
  return fmt::format("{}  {}  {:>12}  {:>4} incomplete  {:>4} failed  {:>9}  {}\n", build.key.substr(0, 12),
                     TimeText(build.recorded), Counted(build.tests, "test"), build.incomplete, build.failed,
                     SizeText(build.bytes), EscapeLine(build.name));
}

Result<int> Finish(const Flags& flags, const Json& json, const std::string& text) {
  if (!flags.json.empty()) RW_TRY(WriteJson(flags.json, json.dump(2) + "\n"));
  if (flags.json != "-") Print(text);
  return kExitOk;
}

Result<int> RunList(const Flags& flags) {
  RW_ASSIGN(const auto store, OpenHistory(flags.store, false));
  RW_ASSIGN(const auto builds, store->Builds());
  Json json = Head("history list");
  json["builds"] = Json::array();
  std::string text;
  for (const auto& build : builds) {
    json["builds"].push_back(BuildJson(build));
    text += BuildLine(build);
  }
  return Finish(flags, json, text.empty() ? "no builds\n" : text);
}

Result<std::string> FindBuild(Store& store, const std::string& prefix) {
  RW_ASSIGN(const auto builds, store.Builds());
  std::vector<std::string> found;
  for (const auto& build : builds)
    if (build.key.starts_with(prefix)) found.push_back(build.key);
  if (found.size() == 1) return found[0];
  return Fail(ErrorCategory::kUsage, found.empty() ? "no such build in the history" : "several builds start with", prefix, {},
              found.empty() ? "see 'reweave history list'" : "write more of its key");
}

// Functions and lines that each thread covered.
class Details {
 public:
  explicit Details(Store& store) : store_(store) {}

  Result<void> Add(const TestHistory& history, std::string& text, Json& json) {
    json["modules"] = Json::array();
    for (const auto& module : history.modules) {
      RW_ASSIGN(const auto table, store_.FindBlocks(module.key));
      Json entry{{"name", EscapeUtf8(module.name)}, {"key", module.key}, {"threads", Json::array()}, {"flaky", module.flaky}};
      text += fmt::format("  {} ({})\n", EscapeLine(module.name), module.key.substr(0, 12));
      for (const auto& thread : module.threads) entry["threads"].push_back(Thread(thread, table, text));
      json["modules"].push_back(std::move(entry));
    }
    return {};
  }

 private:
  Json Thread(const ThreadCoverage& thread, const std::optional<BlockTable>& table, std::string& text) {
    std::map<const BlockTable::Function*, std::vector<std::uint32_t>> functions;
    for (const std::uint32_t block : thread.blocks) functions[table ? table->Find(block) : nullptr].push_back(block);
    const bool alone = thread.thread == kAloneThread;
    const std::uint32_t number = alone ? 0 : thread.thread;
    Json json{{"process", thread.process}, {"thread", number}, {"alone", alone}, {"functions", Json::array()}};
    text += fmt::format("    thread {}{}{}\n", number,
                        thread.process == 0 ? "" : fmt::format(" of child process {}", thread.process), alone ? ", alone" : "");
    // By place, so that the same history always prints the same.
    std::vector<std::pair<const BlockTable::Function*, std::vector<std::uint32_t>>> sorted(functions.begin(), functions.end());
    std::ranges::sort(sorted, {}, [](const auto& entry) { return entry.second.front(); });
    for (const auto& [function, blocks] : sorted) {
      Json numbers = Json::array();
      std::string lines;
      for (const std::uint32_t block : blocks) {
        const std::uint32_t number = function != nullptr ? block - function->first_block : block;
        numbers.push_back(number);
        const std::uint32_t at = function != nullptr ? function->lines[number] : 0;
        lines += at != 0 ? fmt::format(" {}@{}", number, at) : fmt::format(" {}", number);
      }
      json["functions"].push_back({{"function", function != nullptr ? EscapeUtf8(function->pretty) : "?"},
                                   {"id", function != nullptr ? EscapeUtf8(function->id) : ""},
                                   {"blocks", numbers}});
      text += fmt::format("      {}: blocks{}\n", function != nullptr ? EscapeLine(function->pretty) : "unknown function", lines);
    }
    return json;
  }

  Store& store_;
};

Result<int> RunShow(const Flags& flags) {
  RW_ASSIGN(const auto store, OpenHistory(flags.store, false));
  RW_ASSIGN(const std::string build, FindBuild(*store, flags.build));
  Json json = Head("history show");
  json["build"] = build;
  json["tests"] = Json::array();
  std::string text;
  bool found = false;
  Details details(*store);
  RW_TRY(store->ForEachTest(build, [&](TestHistory history) -> Result<void> {
    if (!flags.test.empty() && history.test != flags.test) return {};
    found = true;
    Json entry{{"name", EscapeUtf8(history.test)}, {"recorded", TimeText(history.recorded)},
               {"seconds", history.seconds},       {"runs", history.runs},
               {"controlled", history.controlled}, {"verdict", history.verdict},
               {"complete", history.complete},     {"reason", history.complete ? Json() : Json(EscapeUtf8(history.reason))}};
    text += fmt::format("{}: {}, {} run{}{}{}\n", EscapeLine(history.test), history.verdict, history.runs,
                        history.runs == 1 ? "" : "s", history.controlled ? ", controlled" : "",
                        history.complete ? "" : ", incomplete: " + EscapeLine(history.reason));
    if (!flags.test.empty()) RW_TRY(details.Add(history, text, entry));
    json["tests"].push_back(std::move(entry));
    return {};
  }));
  if (!flags.test.empty() && !found)
    return Fail(ErrorCategory::kUsage, "the build has no history of the test", flags.test, {},
                "see 'reweave history show " + flags.build + "'");
  return Finish(flags, json, text);
}

// Ages are long: days too.
Result<std::chrono::seconds> ParseAge(const std::string& text) {
  if (!text.ends_with('d')) {
    RW_ASSIGN(const auto age, ParseDuration(text));
    return std::chrono::duration_cast<std::chrono::seconds>(age);
  }
  RW_ASSIGN(const auto hours, ParseDuration(text.substr(0, text.size() - 1) + "h"));
  return std::chrono::duration_cast<std::chrono::seconds>(hours * 24);
}

Result<int> RunGc(const Flags& flags) {
  if (flags.older_than.empty() && flags.max_size.empty())
    return Fail(ErrorCategory::kUsage, "what should go is not said", {}, {}, "give --older-than 30d or --max-size 64M, or both");
  CollectOptions options;
  if (!flags.older_than.empty()) {
    RW_ASSIGN(options.older_than, ParseAge(flags.older_than));
  }
  if (!flags.max_size.empty()) {
    RW_ASSIGN(options.max_bytes, ParseSize(flags.max_size));
  }
  options.now = std::time(nullptr);
  options.dry_run = flags.dry_run;
  RW_ASSIGN(const auto store, OpenHistory(flags.store, false));
  RW_ASSIGN(const auto result, store->Collect(options));
  Json json = Head("history gc");
  json["dry_run"] = flags.dry_run;
  json["removed"] = Json::array();
  std::string text;
  for (const auto& build : result.removed) {
    json["removed"].push_back(BuildJson(build));
    text += BuildLine(build);
  }
  json["bytes_before"] = result.bytes_before;
  json["bytes_after"] = result.bytes_after;
  text += fmt::format("{} {} build{}, {} -> {}\n", flags.dry_run ? "would remove" : "removed", result.removed.size(),
                      result.removed.size() == 1 ? "" : "s", SizeText(result.bytes_before), SizeText(result.bytes_after));
  return Finish(flags, json, text);
}

// Each has flags of its own: CLI11 also fills those of the others from the environment, after the words of the command line.
std::pair<CLI::App*, Flags*> AddPart(CLI::App& history, CommandLine& line, const char* name, const char* what,
                                     Result<int> (*run)(const Flags&)) {
  auto flags = std::make_shared<Flags>();
  CLI::App* part = history.add_subcommand(name, what);
  AddStoreFlag(*part, flags->store);
  part->add_option("--json", flags->json, "write the result as JSON to this file, - for stdout");
  part->callback([=, &line] { line.run = [=] { return Guarded([&] { return run(*flags); }); }; });
  return {part, flags.get()};
}

}  // namespace

void AddHistoryCommand(CLI::App& app, CommandLine& line) {
  CLI::App* command = app.add_subcommand("history", "list, show and clean up what record keeps about tests");
  command->require_subcommand(1);
  command->footer("EXAMPLE\n  reweave history list\n  reweave history show 3fa85f --test tc1\n  reweave history gc --older-than "
                  "30d --max-size 256M");
  CLI::App* list = AddPart(*command, line, "list", "builds that have a history", RunList).first;
  list->footer("EXAMPLE\n  reweave history list");
  const auto [show, shown] =
      AddPart(*command, line, "show", "the tests of a build; with --test the blocks of each thread", RunShow);
  show->add_option("BUILD", shown->build, "key of the build, or its beginning")->required();
  show->add_option("--test", shown->test, "one test, with functions, blocks and lines by thread");
  show->footer("EXAMPLE\n  reweave history show 3fa85f --test tc1      (a block is printed as number@line)");
  const auto [gc, limits] = AddPart(*command, line, "gc", "remove builds by age and size, least recently used first", RunGc);
  gc->add_option("--older-than", limits->older_than, "remove builds that were not used for this time (12h 30d)");
  gc->add_option("--max-size", limits->max_size, "then remove builds until the rest fits (64M 2G)");
  gc->add_flag("--dry-run", limits->dry_run, "only say what would be removed");
  gc->footer("EXAMPLE\n  reweave history gc --older-than 30d --max-size 256M");
}

}  // namespace reweave::inline cli
