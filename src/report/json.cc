#include "report/json.h"

#include <map>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "findings/causes.h"

namespace reweave::inline report {

namespace {

using Json = nlohmann::ordered_json;

Json StringOrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(EscapeUtf8(text)); }

Json NumberOrNull(const std::optional<std::uint64_t>& number) { return number ? Json(*number) : Json(nullptr); }

Json SiteJson(const FindingSite& site) {
  Json out = {{"file", StringOrNull(site.position.file)},
              {"line", site.position.line},
              {"function", StringOrNull(site.position.function)},
              {"thread", site.thread}};
  if (!site.role.empty()) out["role"] = EscapeUtf8(site.role);
  if (!site.position.variable.empty()) out["variable"] = EscapeUtf8(site.position.variable);
  return out;
}

Json FindingJson(const Finding& finding) {
  Json sites = Json::array();
  for (const FindingSite& site : finding.sites) sites.push_back(SiteJson(site));
  return {{"id", finding.id},
          {"kind", Name(finding.kind)},
          {"subkind", finding.subkind ? Json(*finding.subkind) : Json(nullptr)},
          {"message", EscapeUtf8(finding.message)},
          {"cause", StringOrNull(finding.cause)},
          {"executions_to_first", finding.first_execution},
          {"first_schedule", finding.first_schedule},
          {"occurrences", finding.occurrences},
          {"confirmed", finding.confirmed},
          {"new", finding.is_new ? Json(*finding.is_new) : Json(nullptr)},
          {"preemptions", finding.preemptions ? Json(*finding.preemptions) : Json(nullptr)},
          {"fewest_preemptions", finding.fewest_preemptions},
          {"schedule_file", StringOrNull(finding.schedule_file)},
          {"sites", std::move(sites)}};
}

Json ListJson(const std::vector<Finding>& list) {
  Json out = Json::array();
  for (const Finding& finding : list) out.push_back(FindingJson(finding));
  return out;
}

// In the order in which they were found; each says which one it has the cause in common with.
Json FindingsJson(const std::vector<Finding>& list) {
  std::map<const Finding*, const Finding*> lead;
  for (const auto& group : GroupByCause(list))
    for (const Finding* finding : group) lead[finding] = group[0];
  Json out = ListJson(list);
  for (std::size_t i = 0; i < list.size(); ++i)
    out[i]["same_cause_as"] = lead[&list[i]] == &list[i] ? Json(nullptr) : Json(lead[&list[i]]->id);
  return out;
}

Json TechniqueJson(const TechniqueReport& report) {
  Json out = Json::object();
  for (const auto& [name, value] : report.values)
    std::visit(
        [&out, &name](const auto& v) {
          using T = std::decay_t<decltype(v)>;
          if constexpr (std::is_same_v<T, std::string>) out[name] = EscapeUtf8(v);
          else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
            Json list = Json::array();
            for (const std::string& text : v) list.push_back(EscapeUtf8(text));
            out[name] = std::move(list);
          } else if constexpr (std::is_same_v<T, TechniqueReport::Counts>) {
            Json object = Json::object();
            for (const auto& [key, count] : v) object[key] = count;
            out[name] = std::move(object);
          } else {
            out[name] = v;
          }
        },
        value);
  return out;
}

}  // namespace

std::string ExploreJson(const ExploreResult& result, const std::string& version) {
  Json program = Json::array(), unsupported = Json::array(), unused = Json::array();
  for (const auto& word : result.program) program.push_back(EscapeUtf8(word));
  for (const auto& text : result.unsupported) unsupported.push_back(EscapeUtf8(text));
  Json caveats = Json::array();
  for (const auto& text : result.caveats) caveats.push_back(EscapeUtf8(text));
  for (const auto& text : result.unused_suppressions) unused.push_back(EscapeUtf8(text));
  const Coverage& coverage = result.coverage;
  Json json = {{"schema", 1},
               {"tool", "reweave"},
               {"version", version},
               {"command", "explore"},
               {"program", std::move(program)},
               {"build", result.build},
               {"strategy", result.strategy},
               {"isolation", IsolationName(result.isolation)},
               {"seed", result.seed},
               {"executions", result.executions},
               {"schedules", result.schedules},
               {"blocked", result.blocked},
               {"discarded", result.discarded},
               {"transitions", result.transitions},
               {"states", NumberOrNull(result.states)},
               {"determinism_checks", NumberOrNull(result.wrappers.determinism_checks)},
               {"difference", StringOrNull(result.wrappers.difference)},
               {"distinct", NumberOrNull(result.wrappers.distinct)},
               {"seconds", result.seconds},
               {"exhausted", result.exhausted},
               {"stopped_by", StoppedByName(result.stopped_by)},
               {"diverged", result.diverged},
               {"unsupported", std::move(unsupported)},
               {"cut_runs", result.cut_runs},
               {"cut", StringOrNull(result.cut)},
               {"caveats", std::move(caveats)},
               {"findings", FindingsJson(result.findings)},
               {"warnings", ListJson(result.warnings)},
               {"predicted", ListJson(result.predicted)},
               {"timing", ListJson(result.timing)},
               {"early_left_out", result.early_left_out},
               {"unused_suppressions", std::move(unused)},
               {"coverage",
                {{"patterns", coverage.patterns},
                 {"tc", coverage.tc},
                 {"blocks", NumberOrNull(coverage.blocks)},
                 {"pairs", coverage.pairs}}}};
  if (const auto& technique = result.technique) json[technique->name] = TechniqueJson(*technique);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace reweave::inline report
