#include "report/check_json.h"

#include <nlohmann/json.hpp>

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
