#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "facts/shared_facts.h"
#include "techniques/capp/icps.h"

namespace reweave::inline capp {

using nlohmann::json;

namespace {

json OrNull(const std::string& text) { return text.empty() ? json() : json(text); }

std::unexpected<Error> Bad(const std::string& path, std::string why) {
  return Fail(ErrorCategory::kUsage, "cannot read impacted code points", path, std::move(why),
              "make the file again with: reweave impact OLD NEW --json FILE");
}

std::string TextOf(const json& item, const char* key) {
  auto found = item.find(key);
  return found != item.end() && found->is_string() ? found->get<std::string>() : "";
}

}  // namespace

Result<IcpSet> CollectIcpsAgainst(const std::string& old_path, const std::string& new_path, const std::string& new_sources,
                                  const IcpOptions& options) {
  std::error_code error;
  if (!std::filesystem::is_directory(old_path, error)) {
    RW_ASSIGN(const auto change, ProgramChange::Of(old_path, new_path));
    return CollectIcps(*change, options);
  }
  RW_ASSIGN(const auto new_facts, SharedFacts(new_path));
  RW_ASSIGN(const auto changes, CompareTrees(*new_facts, old_path, new_sources));
  IcpSet set = CollectIcps(ProgramChange(*new_facts, changes), options);
  set.notes.push_back("the old version is known by its sources only: what macros, types and headers make of a line is not "
                      "compared, nor are removed locks");
  return set;
}

std::string IcpsToJson(const IcpSet& set, const std::string& old_path, const std::string& new_path) {
  json out = {{"schema", 1},
              {"tool", "reweave"},
              {"command", "impact"},
              {"old", old_path},
              {"new", new_path},
              {"build", set.build},
              {"functions", set.functions},
              {"changed_functions", set.changed_functions},
              {"notes", set.notes},
              {"unexplained", set.unexplained},
              {"icps", json::array()}};
  for (const Icp& p : set.points)
    out["icps"].push_back({{"class", OrNull(p.cls)},
                           {"method", OrNull(p.method)},
                           {"file", OrNull(p.file)},
                           {"line", p.line ? json(p.line) : json()},
                           {"field", OrNull(p.field)},
                           {"step", p.step},
                           {"reason", p.reason},
                           {"test", p.test}});
  return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<IcpSet> ReadIcps(const std::string& path) {
  RW_ASSIGN(std::string text, ReadFile(path, "cannot read impacted code points"));
  json in = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (in.is_discarded() || !in.is_object()) return Bad(path, "it is not a JSON object");
  if (!in.contains("schema") || in["schema"] != 1) return Bad(path, "its schema is not 1");
  if (!in.contains("icps") || !in["icps"].is_array()) return Bad(path, "it has no list \"icps\"");
  IcpSet set;
  set.build = TextOf(in, "build");
  if (set.build.empty()) return Bad(path, "it does not say which build it is for");
  if (auto notes = in.find("notes"); notes != in.end() && notes->is_array())
    for (const json& note : *notes)
      if (note.is_string()) set.notes.push_back(note.get<std::string>());
  for (const json& item : in["icps"]) {
    if (!item.is_object()) return Bad(path, "an entry of \"icps\" is not an object");
    Icp p{.cls = TextOf(item, "class"),
          .method = TextOf(item, "method"),
          .file = TextOf(item, "file"),
          .line = 0,
          .field = TextOf(item, "field"),
          .step = 0,
          .reason = TextOf(item, "reason"),
          .test = false};
    if (auto line = item.find("line"); line != item.end() && line->is_number_unsigned()) p.line = line->get<std::uint32_t>();
    if (auto step = item.find("step"); step != item.end() && step->is_number_integer()) p.step = step->get<int>();
    if (auto test = item.find("test"); test != item.end() && test->is_boolean()) p.test = test->get<bool>();
    const bool code = !p.method.empty() && p.line != 0 && p.field.empty();
    if (p.cls.empty() || (!code && p.field.empty()))
      return Bad(path, "an entry has neither class, method and line nor class and field");
    set.points.push_back(std::move(p));
  }
  return set;
}

}  // namespace reweave::inline capp
