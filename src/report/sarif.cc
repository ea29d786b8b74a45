#include "report/sarif.h"
#include "findings/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "findings/interleaving.h"
#include "findings/kind.h"
#include "report/check_verdict.h"
#include "report/check_view.h"

namespace reweave::inline report {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr const char* kBaseId = "SRCROOT";
constexpr std::size_t kMostRelated = 50;
constexpr std::size_t kMostNotChecked = 20;  // for one reason
constexpr std::size_t kMostMessage = 4000;

// A message may hold links "[text](target)" and placeholders "{0}": what looks like one is taken apart.
std::string MessageText(std::string_view text) {
  std::string in = EscapeBlock(text), out;
  if (in.size() > kMostMessage) {
    std::size_t end = kMostMessage;
    while (end > 0 && (static_cast<unsigned char>(in[end]) & 0xc0) == 0x80) --end;
    in = in.substr(0, end) + "...";
  }
  for (std::size_t i = 0; i < in.size(); ++i) {
    out += in[i];
    if (in[i] == ']' && i + 1 < in.size() && in[i + 1] == '(') out += ' ';
    if (in[i] == '{' && i + 1 < in.size() && in[i + 1] >= '0' && in[i + 1] <= '9') out += ' ';
  }
  return out;
}

Json Message(std::string_view text) { return {{"text", MessageText(text)}}; }

// A path as the path of a URI.
std::string UriPath(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || std::string_view("-._~/+").contains(c);
    if (plain) out += c;
    else out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

bool InRepository(const std::string& file) { return !file.empty() && !file.starts_with('/') && !file.starts_with("../"); }

// "7f3a..." of git as the GUID that SARIF wants for the run that is compared with; empty if it is none.
std::string Guid(const std::string& hex) {
  if (hex.size() < 32 || hex.find_first_not_of("0123456789abcdef") != std::string::npos) return {};
  return fmt::format("{}-{}-5{}-8{}-{}", hex.substr(0, 8), hex.substr(8, 4), hex.substr(13, 3), hex.substr(17, 3),
                     hex.substr(20, 12));
}

class Sarif {
 public:
  Sarif(const CheckResult& result, const SarifOptions& options) : result_(result), options_(options) {}

  std::string Run() {
    Json results = Json::array();
    for (const Group& group : Groups()) {
      if (results.size() == options_.most_results) {
        ++results_left_out_;
        continue;
      }
      results.push_back(ResultJson(group));
    }
    Json run = {{"tool", {{"driver", Driver()}}},
                {"invocations", Json::array({Invocation()})},
                {"originalUriBaseIds", {{kBaseId, {{"description", {{"text", "The top of the repository."}}}}}}},
                {"columnKind", "utf16CodeUnits"},
                {"results", std::move(results)},
                {"properties", RunProperties()}};
    if (const std::string guid = Guid(result_.base.tree); !guid.empty()) run["baselineGuid"] = guid;
    const Json log = {{"$schema", kSchema}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
    return log.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  }

 private:
  // The same cause, whichever tests show it: one alert.
  struct Group {
    FindingView first;
    std::vector<std::string> tests;
  };

  std::vector<Group> Groups() const {
    std::vector<Group> out;
    std::map<std::pair<std::string, FindingState>, std::size_t> known;
    for (const FindingView& view : FindingsOf(result_)) {
      if (options_.open_only && (view.state == FindingState::kAccepted || view.state == FindingState::kFixed)) continue;
      const auto [entry, fresh] = known.try_emplace({view.finding->id, view.state}, out.size());
      if (fresh) out.push_back({view, {}});
      out[entry->second].tests.push_back(view.test->name);
    }
    return out;
  }

  Json Driver() const {
    Json rules = Json::array();
    for (const KindInfo& kind : FindingKinds())
      rules.push_back({{"id", RuleId(kind.kind)},
                       {"name", kind.rule},
                       {"shortDescription", {{"text", kind.title}}},
                       {"fullDescription", {{"text", kind.title}}},
                       {"help", {{"text", kind.help}, {"markdown", kind.help}}},
                       {"defaultConfiguration", {{"level", kind.severity}}},
                       {"properties",
                        {{"tags", Json::array({"concurrency", "correctness"})},
                         {"precision", "very-high"},
                         {"problem.severity", kind.severity}}}});
    Json driver = {
        {"name", "Reweave"}, {"version", options_.version}, {"semanticVersion", options_.version}, {"rules", std::move(rules)}};
    if (!options_.information_uri.empty()) driver["informationUri"] = options_.information_uri;
    return driver;
  }

  static std::string RuleId(FindingKind kind) { return fmt::format("reweave/{}", Name(kind)); }

  Json RunProperties() const {
    const auto version = [](const Version& v) {
      return Json{
          {"label", EscapeUtf8(v.label)}, {"commit", v.commit.empty() ? Json(nullptr) : Json(v.commit)}, {"tree", v.tree}};
    };
    const CheckTotals totals = TotalsOf(result_);
    Json out = {{"testsExplored", totals.explored}, {"tests", totals.tests}, {"schedules", totals.schedules}};
    if (HasBase(result_)) out["base"] = version(result_.base), out["head"] = version(result_.head);
    if (HasBase(result_)) out["verdict"] = Text(VerdictOf(result_)), out["notLookedAt"] = GapSummary(result_);
    return out;
  }

  Json Invocation() const {
    Json notes = Json::array();
    const auto add = [&](const char* level, std::string_view text) {
      notes.push_back({{"level", level}, {"message", Message(text)}});
    };
    if (results_left_out_ > 0)
      add("warning",
          fmt::format("{} findings were left out: a run holds at most {} results", results_left_out_, options_.most_results));
    if (cut_flows_ > 0)
      add("note",
          fmt::format("{} findings show a part of their interleaving or none: a result holds at most {} steps, all together {}",
                      cut_flows_, options_.most_steps, options_.most_steps_in_all));
    if (result_.interrupted) add("warning", "the check was interrupted, so the results are not complete");
    for (const std::string& note : result_.notes) add("note", note);
    for (const std::string& text : GapTexts(result_, kMostNotChecked)) add("warning", text);
    return {{"executionSuccessful", !result_.interrupted}, {"toolExecutionNotifications", std::move(notes)}};
  }

  // --- One result ------------------------------------------------------------------------------------------------------

  Json ResultJson(const Group& group) {
    const Finding& f = *group.first.finding;
    const FindingState state = group.first.state;
    const bool fixed = state == FindingState::kFixed;
    Json out = Json::object();
    out["ruleId"] = RuleId(f.kind);
    out["ruleIndex"] = static_cast<int>(f.kind);  // rules are listed in the order of the enum
    out["kind"] = fixed ? "pass" : "fail";
    const bool fails = state == FindingState::kNew || state == FindingState::kFound;
    out["level"] = fixed ? "none" : fails ? "error" : state == FindingState::kTiming ? "note" : "warning";
    out["message"] = Message(fmt::format("{}{}{}\nFound by {}{}.", TitledMessage(f), f.cause.empty() ? "" : "\n", f.cause,
                                         fmt::join(group.tests, ", "),
                                         f.schedule_file.empty() ? "" : "; replay: " + ReplayCommand(result_, f)));
    if (HasBase(result_))
      out["baselineState"] = fixed ? "absent" : state == FindingState::kNew ? "new" : IsOld(group) ? "unchanged" : "new";
    Json locations = Json::array(), related = Json::array();
    Locations(f, state == FindingState::kNew, locations, related);
    out["locations"] = std::move(locations);
    if (!related.empty()) out["relatedLocations"] = std::move(related);
    if (Json flows = CodeFlows(f.interleaving); !flows.empty()) out["codeFlows"] = std::move(flows);
    // The id knows no lines: it is the same after edits elsewhere. GitHub matches by the second name.
    out["partialFingerprints"] = {{"reweaveFinding/v1", f.id}, {"primaryLocationLineHash", f.id + ":1"}};
    if (state == FindingState::kAccepted)
      out["suppressions"] =
          Json::array({{{"kind", "external"}, {"status", "accepted"}, {"justification", "named in the file of --baseline"}}});
    Json tests = Json::array();
    for (const std::string& name : group.tests) tests.push_back(EscapeUtf8(name));
    out["properties"] = {{"tests", std::move(tests)}, {"state", Text(state)}, {"confirmed", f.confirmed}};
    return out;
  }

  static bool IsOld(const Group& group) {
    return std::ranges::any_of(group.first.test->findings,
                               [&](const CheckedFinding& f) { return &f.finding == group.first.finding && !f.is_new; });
  }

  static Json Location(const std::string& file, unsigned line) {
    Json where = {{"artifactLocation", Artifact(file)}};
    if (line > 0) where["region"] = {{"startLine", line}};
    return {{"physicalLocation", std::move(where)}};
  }

  static Json Artifact(const std::string& file) {
    if (InRepository(file)) return {{"uri", UriPath(file)}, {"uriBaseId", kBaseId}};
    return {{"uri", (file.starts_with('/') ? "file://" : "") + UriPath(file)}};
  }

  bool IsChanged(const std::string& file, unsigned line) const {
    const auto lines = result_.change.lines.find(file);
    return lines != result_.change.lines.end() && lines->second.contains(line) && InRepository(file);
  }

  // For a pull request GitHub shows an alert only where its line is in the diff: a place of the finding on a changed line; else
  // the step that it is about; else the last one on the way there; else any. Null: the run passes none.
  Json ChangedLocation(const Finding& f) const {
    for (const FindingSite& site : f.sites)
      if (IsChanged(site.position.file, site.position.line)) return Location(site.position.file, site.position.line);
    const InterleavingStep *about = nullptr, *before = nullptr, *any = nullptr;
    bool reached = false;  // the first step that the finding is about
    for (const InterleavingStep& step : f.interleaving.steps) {
      reached |= step.key;
      if (!IsChanged(step.file, step.line)) continue;
      if (step.key && !about) about = &step;
      if (!reached) before = &step;
      any = &step;
    }
    const InterleavingStep* best = about ? about : before ? before : any;
    return best ? Location(best->file, best->line) : Json(nullptr);
  }

  // The alert's place, and the others of the finding: where threads wait, the other access of a race, callers.
  void Locations(const Finding& f, bool fresh, Json& locations, Json& related) const {
    if (Json changed = fresh ? ChangedLocation(f) : Json(nullptr); !changed.is_null()) locations.push_back(std::move(changed));
    const FindingSite* main = MainSite(f);
    if (locations.empty() && main != nullptr && InRepository(main->position.file))
      locations.push_back(Location(main->position.file, main->position.line));
    const Json primary = locations.empty() ? Json(nullptr) : locations[0];
    bool said = false;  // the primary place is one of the finding's
    for (const FindingSite& site : f.sites) {
      if (site.position.file.empty()) continue;
      Json where = Location(site.position.file, site.position.line);
      if (!said && where == primary) {
        said = true;
        continue;
      }
      if (locations.empty() && InRepository(site.position.file)) {
        locations.push_back(std::move(where));
        continue;
      }
      if (related.size() >= kMostRelated) continue;
      where["id"] = related.size() + 1;
      where["message"] =
          Message(fmt::format("thread {}{}{}", site.thread_path, site.role.empty() ? ", called from " : ", " + site.role + ": ",
                              site.position.function));
      related.push_back(std::move(where));
    }
    if (locations.empty())  // none of the stack is in the repository: the nearest step that is
      for (auto step = f.interleaving.steps.rbegin(); step != f.interleaving.steps.rend(); ++step)
        if (InRepository(step->file)) {
          locations.push_back(Location(step->file, step->line));
          return;
        }
    if (locations.empty() && !result_.change.lines.empty())  // a reader wants one: where the change begins
      locations.push_back(Location(result_.change.lines.begin()->first, result_.change.lines.begin()->second.empty()
                                                                            ? 0
                                                                            : *result_.change.lines.begin()->second.begin()));
  }

  // Two flows of the same run: all steps in one list, which is what GitHub shows; and one list a thread, numbered by execution
  // order.
  Json CodeFlows(const Interleaving& run) {
    const std::size_t room =
        std::min(options_.most_steps, options_.most_steps_in_all - std::min(steps_, options_.most_steps_in_all)) / 2;
    if (room == 0) return cut_flows_ += !run.steps.empty(), Json::array();
    const StepRange range = ShownSteps(run, room);
    if (range.end - range.first < run.steps.size() || run.left_out + run.left_out_after > 0) ++cut_flows_;
    Json all = Json::array();
    std::vector<Json> by_thread(run.threads.size(), Json::array());
    for (std::size_t i = range.first; i < range.end; ++i) {
      const InterleavingStep& step = run.steps[i];
      if (step.file.empty()) continue;  // readers want a place for each
      Json item = StepJson(run, step, i + 1 + run.left_out);
      steps_ += 2;
      by_thread[step.thread].push_back(item);
      all.push_back(std::move(item));
    }
    if (all.empty()) return all;
    Json threads = Json::array();
    for (std::size_t i = 0; i < by_thread.size(); ++i)
      if (!by_thread[i].empty())
        threads.push_back(
            {{"id", "thread " + run.threads[i]},
             {"message", Message(i < run.names.size() && !run.names[i].empty() ? run.names[i] : "thread " + run.threads[i])},
             {"locations", std::move(by_thread[i])}});
    return Json::array({{{"message", Message("the threads' steps in the order they happened")},
                         {"threadFlows", Json::array({{{"id", "all threads"}, {"locations", std::move(all)}}})}},
                        {{"message", Message("the same, thread by thread")}, {"threadFlows", std::move(threads)}}});
  }

  Json StepJson(const Interleaving& run, const InterleavingStep& step, std::size_t number) const {
    std::string text = fmt::format("thread {}: {}", run.threads[step.thread], step.what);
    if (!step.locks.empty()) text += fmt::format(" (holds {})", fmt::join(step.locks, ", "));
    Json location = Location(step.file, step.line);
    location["message"] = Message(text);
    if (!step.function.empty()) location["logicalLocations"] = Json::array({{{"fullyQualifiedName", EscapeUtf8(step.function)}}});
    return {{"location", std::move(location)},
            {"kinds", Json::array({step.kind.empty() ? "step" : step.kind})},
            {"executionOrder", number},
            {"importance", step.key        ? "essential"
                           : step.preempts ? "important"
                                           : "unimportant"}};
  }

  const CheckResult& result_;
  const SarifOptions& options_;
  std::size_t results_left_out_ = 0, cut_flows_ = 0, steps_ = 0;
};

}  // namespace

std::string CheckSarif(const CheckResult& result, const SarifOptions& options) { return Sarif(result, options).Run(); }

}  // namespace reweave::inline report
