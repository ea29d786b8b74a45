#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "report/check_json.h"

namespace reweave::inline report {

namespace {

using nlohmann::json;

std::string TextOf(const json& value) { return value.is_null() ? std::string() : value.get<std::string>(); }
std::string TextAt(const json& object, const char* key) { return object.contains(key) ? TextOf(object[key]) : std::string(); }

Version ReadVersion(const json& v) {
  return {.label = v.at("label"),
          .commit = TextOf(v.at("commit")),
          .tree = v.at("tree"),
          .source = TextAt(v, "source"),
          .build = v.at("build"),
          .reused = v.at("reused")};
}

InterleavingStep ReadStep(const json& s, const std::vector<std::string>& threads) {
  InterleavingStep step;
  const auto thread = std::ranges::find(threads, s.at("thread").get<std::string>());
  if (thread == threads.end()) throw json::other_error::create(501, "a step of a thread that is not listed", &s);
  step.thread = static_cast<std::uint32_t>(thread - threads.begin());
  step.what = s.at("what");
  step.file = TextOf(s.at("file"));
  step.line = s.at("line");
  step.function = TextOf(s.at("function"));
  step.kind = s.at("kind");
  step.locks = s.at("locks");
  step.preempts = s.value("preempts", false);
  step.key = s.value("key", false);
  if (!step.file.empty()) step.place = step.file.substr(step.file.find_last_of('/') + 1) + ":" + std::to_string(step.line);
  return step;
}

Interleaving ReadInterleaving(const json& value) {
  Interleaving run;
  if (value.is_null()) return run;
  for (const json& thread : value.at("threads")) {
    run.threads.push_back(thread.at("path"));
    run.names.push_back(TextOf(thread.at("name")));
  }
  run.switches = value.at("switches");
  run.left_out = value.at("steps_before");
  run.left_out_after = value.at("steps_after");
  for (const json& s : value.at("steps")) run.steps.push_back(ReadStep(s, run.threads));
  for (const json& s : value.at("waiting")) run.waiting.push_back(ReadStep(s, run.threads));
  return run;
}

Finding ReadFinding(const json& f) {
  Finding out;
  out.id = f.at("id");
  const auto kind = FindingKindNamed(f.at("kind").get<std::string>());
  if (!kind) throw std::invalid_argument("unknown kind of finding");
  out.kind = *kind;
  if (!f.at("subkind").is_null()) out.subkind = f["subkind"];
  out.message = f.at("message");
  out.cause = f.value("cause", "");
  out.first_schedule = f.at("first_schedule");
  out.occurrences = f.at("occurrences");
  out.confirmed = f.at("confirmed");
  if (!f.at("preemptions").is_null()) out.preemptions = f["preemptions"];
  out.fewest_preemptions = f.at("fewest_preemptions");
  out.schedule_file = TextOf(f.at("schedule_file"));
  out.output = f.at("output");
  out.errors = f.at("errors");
  for (const json& s : f.at("sites")) {
    FindingSite site;
    site.position.file = TextOf(s.at("file"));
    site.position.line = s.at("line");
    site.position.function = TextOf(s.at("function"));
    if (s.contains("variable")) site.position.variable = TextOf(s.at("variable"));
    site.thread = s.at("thread");
    site.thread_path = s.at("thread_path");
    site.role = TextAt(s, "role");
    out.sites.push_back(std::move(site));
  }
  out.interleaving = ReadInterleaving(f.at("interleaving"));
  return out;
}

TestState ReadState(const std::string& text) {
  for (const TestState state :
       {TestState::kUnchanged, TestState::kNoImpact, TestState::kNotReached, TestState::kNotBuilt, TestState::kDisabled,
        TestState::kExplored, TestState::kUnsupported, TestState::kNoTime, TestState::kMissing})
    if (text == Text(state)) return state;
  throw json::other_error::create(501, "unknown state of a test: " + text, static_cast<const json*>(nullptr));
}

CheckedTest ReadTest(const json& t) {
  CheckedTest test;
  test.name = t.at("name");
  test.program = t.at("program");
  test.state = ReadState(t.at("state"));
  test.new_test = t.at("new_test");
  test.points = t.at("points");
  test.covered = t.at("covered");
  test.reasons = t.at("reasons");
  test.new_interleavings = t.at("new_interleavings");
  test.schedules = t.at("schedules");
  test.base_schedules = t.at("base_schedules");
  test.seconds = t.at("seconds");
  test.exhausted = t.at("exhausted");
  test.saturated = t.value("saturated", false);
  test.sequential = t.value("sequential", false);
  test.reaches = t.value("reaches", false);
  test.foreign = t.value("foreign", false);
  if (const auto patterns = t.find("change_patterns"); patterns != t.end()) {
    test.change_patterns = patterns->at("possible");
    test.change_covered = patterns->at("covered");
    test.change_infeasible = patterns->at("infeasible");
  }
  test.cut = TextAt(t, "cut");
  for (const json& p : t.at("phases"))
    test.phases.push_back({p.at("name"), p.at("schedules"), p.at("seconds"), p.at("stopped_by")});
  for (const json& p : t.at("curve"))
    test.curve.push_back({p.at("seconds"), p.at("schedules"), p.at("patterns"), p.at("findings")});
  test.note = t.at("note");
  return test;
}

CheckResult Read(const json& in) {
  CheckResult out;
  out.top = TextAt(in, "top");
  out.base = ReadVersion(in.at("base"));
  out.head = ReadVersion(in.at("head"));
  out.change.diff = in.at("change").at("diff");
  for (const auto& [file, lines] : in["change"].at("lines").items()) out.change.lines[file] = lines.get<std::set<unsigned>>();
  out.changed_functions = in.at("changed_functions");
  out.points = in.at("impacted_points");
  out.seconds = in.at("seconds");
  out.interrupted = in.at("interrupted");
  out.repeated = in.at("repeated");
  out.notes = in.at("notes");
  out.unreached = TextOf(in.at("unreached"));
  out.missing = in.at("missing");
  if (const json& shard = in.at("shard"); !shard.is_null()) {
    out.shard = {.part = shard.at("part"), .of = shard.at("of"), .plan = shard.at("plan")};
    if (out.shard.part < 1 || out.shard.part > out.shard.of)
      throw json::other_error::create(501, "a part that is none of its check", &shard);
  }
  // Both follow from the rest; a file without them is another's.
  (void)in.at("verdict").get<std::string>();
  for (const json& gap : in.at("not_looked_at")) (void)gap.at("why").get<std::string>();
  for (const json& t : in.at("tests")) out.tests.push_back(ReadTest(t));
  const auto test_of = [&](const json& f) -> CheckedTest& {
    const auto test = std::ranges::find(out.tests, f.at("test").get<std::string>(), &CheckedTest::name);
    if (test == out.tests.end()) throw json::other_error::create(501, "a finding of a test that is not listed", &f);
    return *test;
  };
  for (const json& f : in.at("findings"))
    test_of(f).findings.push_back(
        {.finding = ReadFinding(f), .is_new = f.at("new"), .accepted = f.at("accepted"), .phase = TextOf(f.at("phase"))});
  for (const json& f : in.at("fixed")) test_of(f).fixed.push_back(ReadFinding(f));
  return out;
}

}  // namespace

Result<CheckResult> ReadCheckJson(std::string_view text, const std::string& from) {
  const auto fail = [&](const std::string& why) {
    return Fail(ErrorCategory::kUsage, "cannot read a result", from, why, "a file that `reweave check --json` wrote is wanted");
  };
  const json in = json::parse(text, nullptr, false);
  if (in.is_discarded() || !in.is_object()) return fail("it is no JSON object");
  try {
    if (TextAt(in, "tool") != "reweave" || TextAt(in, "command") != "check") return fail("it is no result of a check");
    if (in.value("schema", 0) != 1) return fail("its schema is not 1");
    return Read(in);
  } catch (const std::exception& error) {  // a field that is missing, of another type, or of no known kind
    return fail(error.what());
  }
}

}  // namespace reweave::inline report
