#include "report/check_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "findings/interleaving.h"
#include "report/check_verdict.h"
#include "report/check_view.h"

namespace reweave::inline report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostSteps = 1000;    // of one interleaving
constexpr std::size_t kMostOutput = 65536;  // of one run

Json TextOrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(EscapeUtf8(text)); }

Json Texts(const std::vector<std::string>& list) {
  Json out = Json::array();
  for (const std::string& text : list) out.push_back(EscapeUtf8(text));
  return out;
}

Json VersionJson(const Version& v) {
  return {{"label", EscapeUtf8(v.label)},   {"commit", TextOrNull(v.commit)}, {"tree", v.tree},
          {"source", EscapeUtf8(v.source)}, {"build", EscapeUtf8(v.build)},   {"reused", v.reused}};
}

Json StepJson(const Interleaving& run, const InterleavingStep& step) {
  Json out = {{"thread", run.threads[step.thread]},
              {"file", TextOrNull(step.file)},
              {"line", step.line},
              {"function", TextOrNull(step.function)},
              {"kind", step.kind},
              {"what", EscapeUtf8(step.what)},
              {"locks", Texts(step.locks)}};
  if (step.preempts) out["preempts"] = true;
  if (step.key) out["key"] = true;
  return out;
}

Json InterleavingJson(const Interleaving& run) {
  Json threads = Json::array(), steps = Json::array(), waiting = Json::array();
  for (std::size_t i = 0; i < run.threads.size(); ++i)
    threads.push_back({{"path", run.threads[i]}, {"name", i < run.names.size() ? TextOrNull(run.names[i]) : Json(nullptr)}});
  const StepRange range = ShownSteps(run, kMostSteps);
  for (std::size_t i = range.first; i < range.end; ++i) steps.push_back(StepJson(run, run.steps[i]));
  for (const InterleavingStep& step : run.waiting) waiting.push_back(StepJson(run, step));
  return {{"threads", std::move(threads)},
          {"switches", run.switches},
          {"steps_before", run.left_out + range.first},
          {"steps_after", run.left_out_after + run.steps.size() - range.end},
          {"steps", std::move(steps)},
          {"waiting", std::move(waiting)}};
}

Json SitesJson(const Finding& f) {
  Json sites = Json::array();
  for (const FindingSite& site : f.sites) {
    Json item = {{"file", TextOrNull(site.position.file)},
                 {"line", site.position.line},
                 {"function", TextOrNull(site.position.function)},
                 {"thread", site.thread},
                 {"thread_path", site.thread_path}};
    if (!site.role.empty()) item["role"] = EscapeUtf8(site.role);
    if (!site.position.variable.empty()) item["variable"] = EscapeUtf8(site.position.variable);
    sites.push_back(std::move(item));
  }
  return sites;
}

Json FindingJson(const CheckResult& result, const FindingView& view) {
  const Finding& f = *view.finding;
  Json out = {{"test", EscapeUtf8(view.test->name)},
              {"id", f.id},
              {"state", Text(view.state)},
              {"kind", Name(f.kind)},
              {"subkind", f.subkind ? Json(*f.subkind) : Json(nullptr)},
              {"message", EscapeUtf8(f.message)},
              {"cause", EscapeUtf8(f.cause)},
              {"first_schedule", f.first_schedule},
              {"occurrences", f.occurrences},
              {"confirmed", f.confirmed},
              {"preemptions", f.preemptions ? Json(*f.preemptions) : Json(nullptr)},
              {"fewest_preemptions", f.fewest_preemptions},
              {"schedule_file", TextOrNull(f.schedule_file)},
              {"replay", TextOrNull(ReplayCommand(result, f))},
              {"phase", TextOrNull(view.phase)},
              {"same_cause_as", view.lead ? Json(view.lead->id) : Json(nullptr)},
              {"sites", SitesJson(f)},
              {"output", EscapeUtf8(KeepEnd(f.output, kMostOutput))},
              {"errors", EscapeUtf8(KeepEnd(f.errors, kMostOutput))},
              {"interleaving", f.interleaving.steps.empty() ? Json(nullptr) : InterleavingJson(f.interleaving)}};
  return out;
}

Json TestJson(const CheckedTest& test) {
  Json phases = Json::array(), curve = Json::array();
  for (const CheckedPhase& phase : test.phases)
    phases.push_back(
        {{"name", phase.name}, {"schedules", phase.schedules}, {"seconds", phase.seconds}, {"stopped_by", phase.stopped_by}});
  for (const ProgressPoint& point : test.curve)
    curve.push_back(
        {{"seconds", point.seconds}, {"schedules", point.schedules}, {"patterns", point.patterns}, {"findings", point.findings}});
  return {{"name", EscapeUtf8(test.name)},
          {"program", EscapeUtf8(test.program)},
          {"state", Text(test.state)},
          {"new_test", test.new_test},
          {"points", test.points},
          {"covered", test.covered},
          {"reasons", Texts(test.reasons)},
          {"new_interleavings", test.new_interleavings},
          {"schedules", test.schedules},
          {"base_schedules", test.base_schedules},
          {"seconds", test.seconds},
          {"exhausted", test.exhausted},
          {"saturated", test.saturated},
          {"sequential", test.sequential},
          {"reaches", test.reaches},
          {"foreign", test.foreign},
          {"change_patterns",
           {{"possible", test.change_patterns}, {"covered", test.change_covered}, {"infeasible", test.change_infeasible}}},
          {"cut", TextOrNull(test.cut)},
          {"not_looked_at", TextOrNull(GapOf(test))},
          {"phases", std::move(phases)},
          {"curve", std::move(curve)},
          {"note", EscapeUtf8(test.note)}};
}

Json ChangeJson(const ChangedText& change) {
  Json lines = Json::object();
  for (const auto& [file, numbers] : change.lines) lines[EscapeUtf8(file)] = numbers;
  return {{"lines", std::move(lines)}, {"diff", EscapeUtf8(change.diff)}};
}

Json ShardJson(const CheckPart& shard) {
  return shard.of == 0 ? Json(nullptr) : Json{{"part", shard.part}, {"of", shard.of}, {"plan", shard.plan}};
}

}  // namespace

std::string CheckJson(const CheckResult& result, const std::string& version) {
  Json tests = Json::array(), findings = Json::array(), fixed = Json::array();
  for (const CheckedTest& test : result.tests) tests.push_back(TestJson(test));
  for (const FindingView& view : FindingsOf(result)) {
    Json item = FindingJson(result, view);
    if (view.state == FindingState::kFixed) {
      fixed.push_back(std::move(item));
      continue;
    }
    const auto checked =
        std::ranges::find_if(view.test->findings, [&](const CheckedFinding& f) { return &f.finding == view.finding; });
    item["new"] = checked->is_new;
    item["accepted"] = checked->accepted;
    findings.push_back(std::move(item));
  }
  Json gaps = Json::array();
  for (const Gap& gap : GapsOf(result)) gaps.push_back({{"test", TextOrNull(gap.test)}, {"why", EscapeUtf8(gap.why)}});
  const Json out = {{"schema", 1},
                    {"tool", "reweave"},
                    {"version", version},
                    {"command", "check"},
                    {"top", EscapeUtf8(result.top)},
                    {"base", VersionJson(result.base)},
                    {"head", VersionJson(result.head)},
                    {"change", ChangeJson(result.change)},
                    {"changed_functions", result.changed_functions},
                    {"impacted_points", result.points},
                    {"seconds", result.seconds},
                    {"interrupted", result.interrupted},
                    {"repeated", result.repeated},
                    {"verdict", Text(VerdictOf(result))},
                    {"unreached", TextOrNull(result.unreached)},
                    {"not_looked_at", std::move(gaps)},
                    {"shard", ShardJson(result.shard)},
                    {"missing", Texts(result.missing)},
                    {"notes", Texts(result.notes)},
                    {"tests", std::move(tests)},
                    {"findings", std::move(findings)},
                    {"fixed", std::move(fixed)}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace reweave::inline report
