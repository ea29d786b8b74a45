// The JSON of `explore` and `check`, and the way back. The fields of what both keep are in model_fields.h; what is here follows
// from them or is about one command.
#include "report/json.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "base/escape.h"
#include "findings/causes.h"
#include "findings/interleaving.h"
#include "report/check_json.h"
#include "report/check_verdict.h"
#include "report/check_view.h"
#include "report/model_fields.h"

namespace reweave::inline report {

namespace {

using Json = nlohmann::ordered_json;

Json TextOrNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(EscapeUtf8(text)); }

Json TextsJson(const std::vector<std::string>& list) {
  Json out = Json::array();
  for (const std::string& text : list) out.push_back(EscapeUtf8(text));
  return out;
}

template <typename T>
Json ValueOrNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

class Writer {
 public:
  template <typename T>
  using Of = const T;
  static constexpr bool kReads = false;

  explicit Writer(Json& out) : out_(out) {}

  template <typename T>
  void Value(const char* key, const T& value, Since = Since::kAlways) {
    out_[key] = value;
  }
  void Text(const char* key, const std::string& text, Since = Since::kAlways) { out_[key] = EscapeUtf8(text); }
  void TextOrNull(const char* key, const std::string& text, Since = Since::kAlways) { out_[key] = report::TextOrNull(text); }
  void TextIfAny(const char* key, const std::string& text) {
    if (!text.empty()) Text(key, text);
  }
  void EndOfText(const char* key, const std::string& text, std::size_t most) { Text(key, KeepEnd(text, most)); }
  void Texts(const char* key, const std::vector<std::string>& list) { out_[key] = TextsJson(list); }
  template <typename T>
  void Optional(const char* key, const std::optional<T>& value) {
    out_[key] = ValueOrNull(value);
  }
  void IfSet(const char* key, bool value) {
    if (value) out_[key] = true;
  }
  template <typename T, typename ToText, typename FromText>
  void Named(const char* key, T value, ToText to_text, FromText) {
    out_[key] = to_text(value);
  }
  void OneOf(const char* key, std::size_t index, const std::vector<std::string>& names) { out_[key] = names[index]; }
  void Pairs(const char* key, const char* first, const std::vector<std::string>& firsts, const char* second,
             const std::vector<std::string>& seconds) {
    Json list = Json::array();
    for (std::size_t i = 0; i < firsts.size(); ++i)
      list.push_back({{first, firsts[i]}, {second, i < seconds.size() ? report::TextOrNull(seconds[i]) : Json(nullptr)}});
    out_[key] = std::move(list);
  }
  template <typename Map>
  void ByText(const char* key, const Map& map) {
    Json object = Json::object();
    for (const auto& [name, value] : map) object[EscapeUtf8(name)] = value;
    out_[key] = std::move(object);
  }
  template <typename T, typename... Context>
  void List(const char* key, const std::vector<T>& list, const Context&... context) {
    out_[key] = Written(list, context...);
  }
  template <typename T>
  void List(const char* key, const std::vector<T>& list, Since) {
    List(key, list);
  }
  template <typename T>
  void Object(const char* key, const T& value) {
    out_[key] = Written(value);
  }
  template <typename T>
  void ObjectOrNull(const char* key, const T& value, bool null) {
    out_[key] = null ? Json(nullptr) : Written(value);
  }
  template <typename Part>
  void Inside(const char* key, Part part, Since = Since::kAlways) {
    Json object = Json::object();
    Writer fields(object);
    part(fields);
    out_[key] = std::move(object);
  }

 private:
  template <typename T, typename... Context>
  static Json Written(const T& value, const Context&... context) {
    Json object = Json::object();
    Writer fields(object);
    Describe(fields, value, context...);
    return object;
  }
  template <typename T, typename... Context>
  static Json Written(const std::vector<T>& list, const Context&... context) {
    Json items = Json::array();
    for (const T& value : list) items.push_back(Written(value, context...));
    return items;
  }

  Json& out_;
};

// Throws if a field is missing, of another type, or names nothing that is known.
class Reader {
 public:
  template <typename T>
  using Of = T;
  static constexpr bool kReads = true;

  explicit Reader(const Json& in) : in_(in) {}

  template <typename T>
  void Value(const char* key, T& value, Since since = Since::kAlways) {
    if (Has(key, since)) in_.at(key).get_to(value);
  }
  void Text(const char* key, std::string& text, Since since = Since::kAlways) { Value(key, text, since); }
  void TextOrNull(const char* key, std::string& text, Since since = Since::kAlways) {
    if (Has(key, since) && !in_.at(key).is_null()) Value(key, text);
  }
  void TextIfAny(const char* key, std::string& text) { TextOrNull(key, text, Since::kAdded); }
  void EndOfText(const char* key, std::string& text, std::size_t) { Value(key, text); }
  void Texts(const char* key, std::vector<std::string>& list) { Value(key, list); }
  template <typename T>
  void Optional(const char* key, std::optional<T>& value) {
    if (!in_.at(key).is_null()) value = in_.at(key).template get<T>();
  }
  void IfSet(const char* key, bool& value) { Value(key, value, Since::kAdded); }
  template <typename T, typename ToText, typename FromText>
  void Named(const char* key, T& value, ToText, FromText from_text) {
    const auto text = in_.at(key).get<std::string>();
    const auto known = from_text(text);
    if (!known) throw std::invalid_argument("unknown " + std::string(key) + " '" + text + "'");
    value = *known;
  }
  template <typename Index>
  void OneOf(const char* key, Index& index, const std::vector<std::string>& names) {
    const auto name = std::ranges::find(names, in_.at(key).get<std::string>());
    if (name == names.end()) throw std::invalid_argument("a " + std::string(key) + " that is not listed");
    index = static_cast<Index>(name - names.begin());
  }
  void Pairs(const char* key, const char* first, std::vector<std::string>& firsts, const char* second,
             std::vector<std::string>& seconds) {
    for (const Json& item : in_.at(key)) {
      Reader(item).Value(first, firsts.emplace_back());
      Reader(item).TextOrNull(second, seconds.emplace_back());
    }
  }
  template <typename Map>
  void ByText(const char* key, Map& map) {
    for (const auto& [name, value] : in_.at(key).items()) value.get_to(map[name]);
  }
  template <typename T, typename... Context>
  void List(const char* key, std::vector<T>& list, const Context&... context) {
    ReadInto(in_.at(key), list, context...);
  }
  template <typename T>
  void List(const char* key, std::vector<T>& list, Since since) {
    if (Has(key, since)) List(key, list);
  }
  template <typename T>
  void Object(const char* key, T& value) {
    ReadInto(in_.at(key), value);
  }
  template <typename T>
  void ObjectOrNull(const char* key, T& value, bool) {
    if (!in_.at(key).is_null()) Object(key, value);
  }
  template <typename Part>
  void Inside(const char* key, Part part, Since since = Since::kAlways) {
    if (!Has(key, since)) return;
    Reader fields(in_.at(key));
    part(fields);
  }

 private:
  template <typename T, typename... Context>
  static void ReadInto(const Json& in, T& value, const Context&... context) {
    Reader fields(in);
    Describe(fields, value, context...);
  }
  template <typename T, typename... Context>
  static void ReadInto(const Json& in, std::vector<T>& list, const Context&... context) {
    for (const Json& item : in) ReadInto(item, list.emplace_back(), context...);
  }

  bool Has(const char* key, Since since) const { return since == Since::kAlways || in_.contains(key); }

  const Json& in_;
};

// --- check ------------------------------------------------------------------------------------------------------------------
Finding Shortened(const Finding& finding) {
  constexpr std::size_t kMostSteps = 1000;
  Finding out = finding;
  Interleaving& run = out.interleaving;
  const StepRange range = ShownSteps(run, kMostSteps);
  run.left_out += range.first;
  run.left_out_after += run.steps.size() - range.end;
  run.steps.erase(run.steps.begin() + static_cast<std::ptrdiff_t>(range.end), run.steps.end());
  run.steps.erase(run.steps.begin(), run.steps.begin() + static_cast<std::ptrdiff_t>(range.first));
  return out;
}

Json CheckedFindingJson(const CheckResult& result, const FindingView& view) {
  const Finding finding = Shortened(*view.finding);
  Json out = {{"test", EscapeUtf8(view.test->name)}, {"state", Text(view.state)}};
  Writer fields(out);
  Describe(fields, finding);
  out["replay"] = TextOrNull(ReplayCommand(result, finding));
  out["phase"] = TextOrNull(view.phase);
  out["same_cause_as"] = view.lead ? Json(view.lead->id) : Json(nullptr);
  DescribeRun(fields, finding);
  return out;
}

Finding ReadFinding(const Json& in) {
  Finding out;
  Reader fields(in);
  Describe(fields, out);
  DescribeRun(fields, out);
  return out;
}

Json TestJson(const CheckedTest& test) {
  Json out = Json::object();
  Writer fields(out);
  Describe(fields, test);
  out["not_looked_at"] = TextOrNull(GapOf(test));
  return out;
}

CheckResult ReadResult(const Json& in) {
  CheckResult out;
  Reader fields(in);
  Describe(fields, out);
  if (out.shard.of != 0 && (out.shard.part < 1 || out.shard.part > out.shard.of))
    throw std::invalid_argument("a part that is none of its check");
  // Both follow from the rest; a file without them is another's.
  (void)in.at("verdict").get<std::string>();
  for (const Json& gap : in.at("not_looked_at")) (void)gap.at("why").get<std::string>();
  fields.List("tests", out.tests);
  const auto test_of = [&](const Json& f) -> CheckedTest& {
    const auto test = std::ranges::find(out.tests, f.at("test").get<std::string>(), &CheckedTest::name);
    if (test == out.tests.end()) throw std::invalid_argument("a finding of a test that is not listed");
    return *test;
  };
  for (const Json& f : in.at("findings")) {
    CheckedFinding read{.finding = ReadFinding(f), .is_new = f.at("new"), .accepted = f.at("accepted"), .phase = {}};
    Reader(f).TextOrNull("phase", read.phase);
    test_of(f).findings.push_back(std::move(read));
  }
  for (const Json& f : in.at("fixed")) test_of(f).fixed.push_back(ReadFinding(f));
  for (const Json& f : in.at("timing")) test_of(f).timing.push_back(ReadFinding(f));
  return out;
}

// --- explore ----------------------------------------------------------------------------------------------------------------
Json FindingJson(const Finding& finding) {
  Json out = Json::object();
  Writer fields(out);
  Describe(fields, finding);
  out["new"] = ValueOrNull(finding.is_new);
  return out;
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
          else if constexpr (std::is_same_v<T, std::vector<std::string>>) out[name] = TextsJson(v);
          else if constexpr (std::is_same_v<T, TechniqueReport::Counts>) {
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

std::string CheckJson(const CheckResult& result, const std::string& version) {
  Json tests = Json::array(), findings = Json::array(), fixed = Json::array(), timing = Json::array();
  for (const CheckedTest& test : result.tests) tests.push_back(TestJson(test));
  for (const FindingView& view : FindingsOf(result)) {
    Json item = CheckedFindingJson(result, view);
    if (view.state == FindingState::kFixed || view.state == FindingState::kTiming) {
      (view.state == FindingState::kFixed ? fixed : timing).push_back(std::move(item));
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
  Json out = {{"schema", 1}, {"tool", "reweave"}, {"version", version}, {"command", "check"}};
  Writer fields(out);
  Describe(fields, result);
  out["verdict"] = Text(VerdictOf(result));
  out["not_looked_at"] = std::move(gaps);
  out["tests"] = std::move(tests);
  out["findings"] = std::move(findings);
  out["fixed"] = std::move(fixed);
  out["timing"] = std::move(timing);
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<CheckResult> ReadCheckJson(std::string_view text, const std::string& from) {
  const auto fail = [&](const std::string& why) {
    return Fail(ErrorCategory::kUsage, "cannot read a result", from, why, "a file that `reweave check --json` wrote is wanted");
  };
  const Json in = Json::parse(text, nullptr, false);
  if (in.is_discarded() || !in.is_object()) return fail("it is not a JSON object");
  try {
    if (in.value("tool", "") != "reweave" || in.value("command", "") != "check")
      return fail("it is not a result of reweave check");
    if (in.value("schema", 0) != 1) return fail("its schema is not 1");
    return ReadResult(in);
  } catch (const std::exception& error) {  // a field that is missing, of another type, or of no known kind
    return fail(error.what());
  }
}

std::string ExploreJson(const ExploreResult& result, const std::string& version) {
  const Coverage& coverage = result.coverage;
  Json json = {{"schema", 1},
               {"tool", "reweave"},
               {"version", version},
               {"command", "explore"},
               {"program", TextsJson(result.program)},
               {"build", result.build},
               {"strategy", result.strategy},
               {"isolation", IsolationName(result.isolation)},
               {"seed", result.seed},
               {"executions", result.executions},
               {"schedules", result.schedules},
               {"blocked", result.blocked},
               {"discarded", result.discarded},
               {"interchangeable", result.interchangeable},
               {"transitions", result.transitions},
               {"states", ValueOrNull(result.states)},
               {"determinism_checks", ValueOrNull(result.wrappers.determinism_checks)},
               {"difference", TextOrNull(result.wrappers.difference)},
               {"distinct", ValueOrNull(result.wrappers.distinct)},
               {"seconds", result.seconds},
               {"exhausted", result.exhausted},
               {"stopped_by", StoppedByName(result.stopped_by)},
               {"diverged", result.diverged},
               {"unsupported", TextsJson(result.unsupported)},
               {"cut_runs", result.cut_runs},
               {"cut", TextOrNull(result.cut)},
               {"caveats", TextsJson(result.caveats)},
               {"findings", FindingsJson(result.findings)},
               {"warnings", ListJson(result.warnings)},
               {"predicted", ListJson(result.predicted)},
               {"timing", ListJson(result.timing)},
               {"early_left_out", result.early_left_out},
               {"unused_suppressions", TextsJson(result.unused_suppressions)},
               {"coverage",
                {{"patterns", coverage.patterns},
                 {"tc", coverage.tc},
                 {"blocks", ValueOrNull(coverage.blocks)},
                 {"pairs", coverage.pairs}}}};
  if (const auto& technique = result.technique) json[technique->name] = TechniqueJson(*technique);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace reweave::inline report
