#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "check/check.h"
#include "report/terminal.h"

namespace reweave {

namespace {

using nlohmann::json;

json VersionJson(const Version& v) {
  return {{"label", v.label},
          {"commit", v.commit.empty() ? json() : json(v.commit)},
          {"tree", v.tree},
          {"build", v.build},
          {"reused", v.reused}};
}

json FindingJson(const Finding& f) {
  json sites = json::array();
  for (const FindingSite& site : f.sites)
    sites.push_back({{"file", site.position.file},
                     {"line", site.position.line},
                     {"function", site.position.function},
                     {"thread", site.thread}});
  return {{"id", f.id},
          {"kind", f.kind},
          {"subkind", f.subkind ? json(*f.subkind) : json()},
          {"message", f.message},
          {"first_schedule", f.first_schedule},
          {"occurrences", f.occurrences},
          {"confirmed", f.confirmed},
          {"schedule_file", f.schedule_file},
          {"sites", std::move(sites)}};
}

}  // namespace

std::string CheckText(const CheckResult& result, bool colour, std::size_t width) {
  std::string out;
  for (const CheckedTest& test : result.tests)
    for (const CheckedFinding& f : test.findings) {
      if (!f.is_new) continue;
      out += EscapeLine(fmt::format("FAIL  {}: new {}", test.name, f.finding.kind)) + "\n" +
             RenderFinding(f.finding, {.colour = colour, .width = width}) + "\n";
    }
  for (const CheckedTest& test : result.tests) {
    for (const CheckedFinding& f : test.findings)
      if (!f.is_new) out += EscapeLine(fmt::format("old   {}: {} (the base shows it too)", test.name, f.finding.message)) + "\n";
    for (const Finding& f : test.fixed) out += EscapeLine(fmt::format("fixed {}: {}", test.name, f.message)) + "\n";
    if (test.state == TestState::kUnsupported || test.state == TestState::kNoTime || test.state == TestState::kNotBuilt)
      out += EscapeLine(
                 fmt::format("not checked: {} ({}{}{})", test.name, Text(test.state), test.note.empty() ? "" : ": ", test.note)) +
             "\n";
  }
  const auto explored = std::ranges::count(result.tests, TestState::kExplored, &CheckedTest::state);
  std::uint64_t schedules = 0;
  for (const CheckedTest& test : result.tests) schedules += test.schedules;
  out += fmt::format("{} against {}: {} of {} tests explored, {} schedules, {} new findings, {} old, {:.1f} s\n",
                     result.head.label, result.base.label, explored, result.tests.size(), schedules, result.CountFindings(true),
                     result.CountFindings(false) - result.CountFindings(true), result.seconds);
  return out;
}

std::string CheckJson(const CheckResult& result, const std::string& version) {
  json out = {{"schema", 1},
              {"tool", "reweave"},
              {"version", version},
              {"command", "check"},
              {"base", VersionJson(result.base)},
              {"head", VersionJson(result.head)},
              {"changed_functions", result.changed_functions},
              {"impacted_points", result.points},
              {"seconds", result.seconds},
              {"interrupted", result.interrupted},
              {"tests", json::array()},
              {"findings", json::array()},
              {"fixed", json::array()}};
  for (const CheckedTest& test : result.tests) {
    out["tests"].push_back({{"name", test.name},
                            {"state", Text(test.state)},
                            {"new_test", test.new_test},
                            {"points", test.points},
                            {"schedules", test.schedules},
                            {"base_schedules", test.base_schedules},
                            {"seconds", test.seconds},
                            {"exhausted", test.exhausted},
                            {"note", test.note}});
    for (const CheckedFinding& f : test.findings) {
      json item = FindingJson(f.finding);
      item["test"] = test.name;
      item["new"] = f.is_new;
      out["findings"].push_back(std::move(item));
    }
    for (const Finding& f : test.fixed) {
      json item = FindingJson(f);
      item["test"] = test.name;
      out["fixed"].push_back(std::move(item));
    }
  }
  return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace reweave
