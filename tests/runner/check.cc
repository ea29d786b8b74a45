#include "runner/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "base/pattern.h"

namespace reweave::tests {

namespace fs = std::filesystem;
using Json = nlohmann::json;

struct Checker::Case {
  const Target& target;
  const fs::path& program;
  const std::vector<std::string>& args;
  fs::path folder;  // for JSON and schedules
  std::string label;
  Verdict& verdict;

  void Fail(const std::string& what) const { verdict.failures.push_back(label + ": " + what); }
};

namespace {

std::string FirstLines(const std::string& text, size_t lines = 6) {
  std::string result;
  size_t at = 0;
  for (size_t i = 0; i < lines && at < text.size(); i++) {
    size_t end = std::min(text.find('\n', at), text.size());
    result += "\n      | " + text.substr(at, std::min<size_t>(end - at, 300));
    at = end + 1;
  }
  return result;
}

std::string Describe(const Command& command, const Outcome& outcome) {
  std::string ended =
      outcome.timed_out ? fmt::format("did not end in {} s", command.seconds) : fmt::format("status {}", outcome.status);
  return fmt::format("{}\n      $ {}{}{}", ended, Quoted(command), FirstLines(outcome.err), FirstLines(outcome.out));
}

std::optional<Json> ReadJson(const fs::path& path) {
  std::ifstream in(path);
  Json json = Json::parse(in, nullptr, false);
  if (json.is_discarded()) return std::nullopt;
  return json;
}

bool Matches(const std::string& text, const std::string& pattern) {
  if (pattern.empty()) return true;
  return reweave::Pattern::Parse(pattern).value().Matches(text);
}

bool Contains(const std::vector<std::string>& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

std::string Text(const Json& json, const char* key) {
  auto it = json.find(key);
  return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
}

struct Explored {
  Command command;
  Outcome outcome;
  std::optional<Json> json;

  std::string Describe() const { return tests::Describe(command, outcome); }
  Json findings() const { return json && json->contains("findings") ? (*json)["findings"] : Json::array(); }
};

struct ExploreOptions {
  std::string isolation, strategy;
  int schedules;
  double seconds;
  std::vector<std::string> flags = {};
};

void AppendProgram(std::vector<std::string>& argv, const Target& target, const fs::path& program,
                   const std::vector<std::string>& args) {
  if (!target.stdin_file.empty())
    argv.insert(argv.end(), {"--stdin", (target.source.parent_path() / target.stdin_file).string()});
  argv.insert(argv.end(), {"--", program.string()});
  argv.insert(argv.end(), args.begin(), args.end());
}

Explored Explore(const Tools& tools, const Target& target, const fs::path& program, const std::vector<std::string>& args,
                 const fs::path& folder, const ExploreOptions& options) {
  Explored result;
  fs::path json = folder / (options.isolation + ".json");
  fs::remove(json);
  result.command.seconds = options.seconds;
  std::vector<std::string>& argv = result.command.argv;
  argv = {tools.reweave.string(),
          "explore",
          "--strategy",
          options.strategy,
          "--schedules",
          std::to_string(options.schedules),
          "--seed",
          "1",
          "--json",
          json.string(),
          "--out",
          (folder / ("out-" + options.isolation)).string()};
  bool isolation_given = Contains(target.flags, "--isolation");
  if (!isolation_given) argv.insert(argv.end(), {"--isolation", options.isolation});
  argv.insert(argv.end(), target.flags.begin(), target.flags.end());
  argv.insert(argv.end(), target.explore_flags.begin(), target.explore_flags.end());
  argv.insert(argv.end(), options.flags.begin(), options.flags.end());
  AppendProgram(argv, target, program, args);
  result.outcome = Run(result.command);
  result.json = ReadJson(json);
  return result;
}

// In an unsupported target `message` is about what is printed, not about the finding.
const Json* FindExpected(const Json& findings, const Target& target) {
  for (const Json& finding : findings) {
    if (!Contains(target.kinds, Text(finding, "kind"))) continue;
    if (!target.subkind.empty() && Text(finding, "subkind") != target.subkind) continue;
    if (target.category == Category::kUnsupported || Matches(Text(finding, "message"), target.message)) return &finding;
  }
  return nullptr;
}

std::string KindsOf(const Json& findings) {
  std::string text;
  for (const Json& finding : findings) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", Text(finding, "kind"), Text(finding, "message"));
  }
  return text.empty() ? "nothing" : text;
}

std::string JoinBar(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, "|")); }

}  // namespace

Verdict Checker::Check(const Target& target) const {
  auto start = std::chrono::steady_clock::now();
  Verdict verdict;
  verdict.failures = target.errors;
  for (const std::string& level : effort_.levels) {
    if (!verdict.failures.empty()) break;
    auto program = target.build == "none" ? builder_.cache() / "missing" / target.source.stem() : fs::path();
    if (target.build != "none") {
      auto built = builder_.Build(target, level);
      const bool refused = target.expect_build == "refused";
      if (!built && refused) {
        if (!Matches(built.error().output, target.message))
          verdict.failures.push_back("the refusal does not say /" + target.message + "/" + FirstLines(built.error().output));
        continue;
      }
      if (!built) {
        verdict.failures.push_back("does not build\n      $ " + built.error().command + FirstLines(built.error().output, 12));
        break;
      }
      if (refused) {
        verdict.failures.push_back("builds, but must be refused");
        break;
      }
      program = *built;
    }
    CheckBuilt(target, level, program, verdict);
  }
  verdict.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return verdict;
}

void Checker::CheckBuilt(const Target& target, const std::string& level, const fs::path& program, Verdict& verdict) const {
  for (size_t i = 0; i < target.variants.size(); i++) {
    Case c{target,
           program,
           target.variants[i],
           work_ / level / target.name / std::to_string(i),
           fmt::format("{}{}", level, target.variants[i].empty() ? "" : fmt::format(" [{}]", fmt::join(target.variants[i], " "))),
           verdict};
    fs::create_directories(c.folder);
    switch (target.category) {
      case Category::kSuccess:
      case Category::kLibraries: CheckSuccess(c); break;
      case Category::kFail: CheckFail(c); break;
      case Category::kUnsupported: CheckUnsupported(c); break;
    }
  }
}

std::vector<std::string> Checker::IsolationsFor(const Target& target) const {
  if (target.needs.empty()) return effort_.isolations;
  // What rewinding cannot undo must be seen by the probing run: `auto` has to choose a level that works.
  std::vector<std::string> levels = {"auto"};
  if (target.needs == "fork" && Contains(effort_.isolations, "fork")) levels.push_back("fork");
  if (Contains(effort_.isolations, "exec")) levels.push_back("exec");
  return levels;
}

void Checker::CheckNative(const Case& c) const {
  Command command{.argv = {c.program.string()}, .seconds = 20};
  command.argv.insert(command.argv.end(), c.args.begin(), c.args.end());
  if (!c.target.stdin_file.empty()) command.stdin_path = (c.target.source.parent_path() / c.target.stdin_file).string();
  Outcome outcome = Run(command);
  if (!outcome.ended_with(0)) c.Fail("natively: " + Describe(command, outcome));
}

// The first strategy under every isolation level, the others under the first level.
std::vector<Checker::Way> Checker::WaysFor(const Target& target) const {
  std::vector<Way> ways;
  const std::vector<std::string> isolations = IsolationsFor(target);
  for (const std::string& isolation : isolations) ways.push_back({isolation, effort_.strategies.front()});
  std::vector<std::string> more(effort_.strategies.begin() + 1, effort_.strategies.end());
  more.insert(more.end(), target.strategies.begin(), target.strategies.end());
  for (const std::string& strategy : more) ways.push_back({isolations.front(), strategy});
  return ways;
}

void Checker::CheckSuccess(const Case& c) const {
  if (c.target.native) CheckNative(c);
  if (effort_.native_only) return;
  for (const auto& [isolation, strategy] : WaysFor(c.target)) {
    int schedules = isolation == "rewind" ? effort_.schedules
                    : isolation == "exec" ? effort_.exec_schedules
                                          : effort_.fork_schedules;
    if (c.target.schedules > 0) schedules = std::min(schedules, c.target.schedules);
    Explored run = Explore(tools_, c.target, c.program, c.args, c.folder, {isolation, strategy, schedules, effort_.seconds});
    auto fail = [&](const std::string& what) { c.Fail(isolation + ", " + strategy + ": " + what); };
    if (run.outcome.left_processes) fail("left processes behind: " + run.Describe());
    if (!run.json) {
      fail("no JSON: " + run.Describe());
      continue;
    }
    Json others = Json::array();
    for (const Json& finding : run.findings()) {
      if (!c.target.races || Text(finding, "kind") != "race") others.push_back(finding);
    }
    const Json& json = *run.json;
    const std::string stopped = json.value("stopped_by", "");
    const bool all = json.value("schedules", 0) == schedules || stopped == "exhausted" || stopped == "incomplete";
    if (!others.empty()) fail("false alarm: " + KindsOf(others) + ", " + run.Describe());
    else if (!run.outcome.ended_with(run.findings().empty() ? 0 : 1)) fail(run.Describe());
    else if (!all) fail(fmt::format("{} of {} schedules, {}", json.value("schedules", 0), schedules, run.Describe()));
    if (json.value("diverged", 0) != 0) fail(fmt::format("{} runs diverged", json.value("diverged", 0)));
    if (json.value("cut_runs", 0) != 0) fail(fmt::format("{} runs reached the step limit", json.value("cut_runs", 0)));
    if (json.contains("unsupported") && !json["unsupported"].empty()) fail("unsupported: " + json["unsupported"].dump());
    if (isolation == "auto" && c.target.needs == "exec" && Text(json, "isolation") != "exec")
      fail("auto chose " + Text(json, "isolation"));
    if (isolation == "auto" && Text(json, "isolation") == "rewind") fail("auto chose rewind");
  }
}

void Checker::CheckFail(const Case& c) const {
  if (effort_.native_only) return;
  const std::string& usual = effort_.strategies.front();
  bool first = true;
  for (const auto& [isolation, strategy] : WaysFor(c.target)) {
    if (!first && strategy == usual && !c.target.always && !effort_.search_everywhere) continue;
    first = false;
    int search = c.target.always ? 1 : c.target.schedules > 0 ? c.target.schedules : effort_.search;
    Explored run = Explore(tools_, c.target, c.program, c.args, c.folder, {isolation, strategy, search, effort_.seconds});
    if (run.outcome.left_processes) c.Fail(isolation + ": left processes behind: " + run.Describe());
    Json findings = run.findings();
    const Json* found = FindExpected(findings, c.target);
    if (!run.outcome.ended_with(1) || !found) {
      c.Fail(fmt::format("{}, {}: wanted {}{}, got {}; {}", isolation, strategy, JoinBar(c.target.kinds),
                         c.target.message.empty() ? "" : " (" + c.target.message + ")", KindsOf(findings), run.Describe()));
      continue;
    }
    std::string file = Text(*found, "schedule_file");
    if (file.empty() || !fs::exists(file)) {
      c.Fail(isolation + ": no schedule file: " + run.Describe());
      continue;
    }
    int times = c.target.replays > 0 ? c.target.replays : effort_.replays;
    CheckReplay(c, file, isolation, isolation == "rewind" ? times : effort_.isolated_replays);
    if (strategy != usual || c.target.always || effort_.search_everywhere) continue;
    for (const std::string& other : IsolationsFor(c.target)) {
      if (other != isolation) CheckReplay(c, file, other, effort_.isolated_replays);
    }
  }
  CheckExhaustive(c);
}

// A search that says it went through everything has found the bug.
void Checker::CheckExhaustive(const Case& c) const {
  if (c.target.always || !Contains(IsolationsFor(c.target), "rewind")) return;
  struct Search {
    std::string strategy;
    std::vector<std::string> flags;
  };
  const std::vector<Search> others = {{"dpor", {"--bound", "all", "--order", "random"}},
                                      {"dfs", {}},
                                      {"icb", {"--bound", "all"}},
                                      {"stateful-dfs", {"--state-key", "memory"}},
                                      {"stateful-dfs", {"--state-key", "order"}}};
  std::vector<Search> searches = {{"dpor", {}}};
  // Every target by two of the others: over all targets each of them is asked often, and a name always by the same.
  const auto first = std::accumulate(c.target.name.begin(), c.target.name.end(), std::size_t{0});
  const std::size_t count = effort_.every_exhaustive ? others.size() : 2;
  for (std::size_t i = 0; i < count; ++i) searches.push_back(others[(first + i) % others.size()]);
  for (const Search& search : searches) {
    Explored run = Explore(tools_, c.target, c.program, c.args, c.folder,
                           {"rewind", search.strategy, effort_.exhaustive, effort_.seconds, search.flags});
    if (!run.json || run.outcome.left_processes) c.Fail(search.strategy + ": " + run.Describe());
    else if (run.json->value("exhausted", false) && !FindExpected(run.findings(), c.target))
      c.Fail(fmt::format("{} calls its search exhausted, but there is a {}; {}", search.strategy, JoinBar(c.target.kinds),
                         run.Describe()));
  }
}

void Checker::CheckReplay(const Case& c, const std::string& schedule_file, const std::string& isolation, int times) const {
  fs::path json_path = c.folder / ("replay-" + isolation + ".json");
  fs::remove(json_path);
  Command command{.argv = {tools_.reweave.string(), "replay", schedule_file, "--times", std::to_string(times), "--isolation",
                           isolation, "--json", json_path.string()},
                  .seconds = effort_.seconds};
  command.argv.insert(command.argv.end(), c.target.flags.begin(), c.target.flags.end());
  AppendProgram(command.argv, c.target, c.program, c.args);
  Outcome outcome = Run(command);
  std::optional<Json> json = ReadJson(json_path);
  if (!outcome.ended_with(1) || !json) return c.Fail("replay under " + isolation + ": " + Describe(command, outcome));
  if (json->value("failed", 0) != times)
    c.Fail(fmt::format("replay under {}: failed {} of {} times, {} diverged; {}", isolation, json->value("failed", 0), times,
                       json->value("diverged", 0), Describe(command, outcome)));
  std::string kind = json->contains("finding") && (*json)["finding"].is_object() ? Text((*json)["finding"], "kind") : "";
  if (!Contains(c.target.kinds, kind))
    c.Fail(fmt::format("replay under {}: {} instead of {}", isolation, kind, JoinBar(c.target.kinds)));
}

void Checker::CheckUnsupported(const Case& c) const {
  if (effort_.native_only) return;
  std::string isolation = c.target.needs.empty() ? "rewind" : c.target.needs;
  int schedules = c.target.schedules > 0 ? c.target.schedules : 10;
  Explored run =
      Explore(tools_, c.target, c.program, c.args, c.folder, {isolation, effort_.strategies.front(), schedules, effort_.seconds});
  if (run.outcome.left_processes) c.Fail("left processes behind: " + run.Describe());
  if (run.outcome.timed_out) return c.Fail(run.Describe());
  if (c.target.expect_exit != "any" && std::to_string(run.outcome.status) != c.target.expect_exit)
    c.Fail(fmt::format("wanted exit status {}, got {}", c.target.expect_exit, run.Describe()));
  if (!Matches(run.outcome.err + run.outcome.out, c.target.message))
    c.Fail(fmt::format("the message does not say /{}/: {}", c.target.message, run.Describe()));
  if (!c.target.kinds.empty() && !FindExpected(run.findings(), c.target))
    c.Fail(fmt::format("wanted {}, got {}; {}", JoinBar(c.target.kinds), KindsOf(run.findings()), run.Describe()));
  std::string output = run.outcome.out + run.outcome.err;
  if (c.target.max_output > 0 && output.size() > static_cast<size_t>(c.target.max_output))
    c.Fail(fmt::format("{} bytes of output, at most {} wanted", output.size(), c.target.max_output));
  if (!c.target.forbid_output.empty() && Matches(output, c.target.forbid_output))
    c.Fail("the output holds /" + c.target.forbid_output + "/");
}

}  // namespace reweave::tests
