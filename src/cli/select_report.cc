#include "cli/select_report.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/counted.h"
#include "base/escape.h"
#include "change/names.h"

namespace reweave::inline cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kListed = 100'000;       // pairs in the JSON
constexpr std::size_t kUncoveredShown = 1000;  // pairs that no test covers, for people

std::string ThreadText(ThreadId thread) {
  if (thread == kFreshThread) return "a new thread";
  const auto process = static_cast<std::uint32_t>(thread >> 32);
  return process == 0 ? fmt::format("thread {}", thread & 0xffffffff)
                      : fmt::format("thread {} of process {}", thread & 0xffffffff, process);
}

std::string AccessText(const SharedAccess& access) {
  if (access.line == 0)  // no debug information
    return fmt::format("{} of {} in {}", access.write ? "write" : "read", access.variable, access.real_function);
  return fmt::format("{} of {} at {}:{}", access.write ? "write" : "read", access.variable, access.file, access.line);
}

std::string PairText(const SuiteResult& suite, std::uint32_t pair) {
  const SharedAccess &a = suite.accesses[suite.pairs[pair].first], &b = suite.accesses[suite.pairs[pair].second];
  return AccessText(a) + " with " + (&a == &b ? "itself" : AccessText(b));
}

// Pairs that several instantiations of templates have: one place of the source, told once.
struct PairGroup {
  const PairThreads* first;
  std::set<std::string> functions;  // instantiations of the first one's accesses
};
std::vector<PairGroup> GroupPairs(const SuiteResult& suite, const std::vector<PairThreads>& pairs) {
  std::vector<PairGroup> out;
  std::map<std::string, std::size_t> known;
  for (const PairThreads& pair : pairs) {
    const SharedAccess &a = suite.accesses[suite.pairs[pair.pair].first], &b = suite.accesses[suite.pairs[pair.pair].second];
    const std::string one = TemplatePattern(a.real_function), two = TemplatePattern(b.real_function);
    std::string key;
    if (one.empty() && two.empty()) key = fmt::format("{}", pair.pair);
    else
      for (const SharedAccess* access : {&a, &b})
        key += fmt::format("{}:{}:{} {} {}\n", access->file, access->line, access->column, access->write,
                           access == &a  ? one.empty() ? a.real_function : one
                           : two.empty() ? b.real_function
                                         : two);
    auto [entry, fresh] = known.try_emplace(key, out.size());
    if (fresh) out.push_back({&pair, {}});
    if (!one.empty()) out[entry->second].functions.insert(a.real_function);
    if (!two.empty()) out[entry->second].functions.insert(b.real_function);
  }
  return out;
}

std::string EditText(const SharedAccess& a, const SharedAccess& b) {
  const SharedAccess& access = a.impacted() ? a : b;
  return fmt::format("case {}: {}", static_cast<int>(access.impact), access.reason);
}

std::map<std::uint32_t, SelectReason> Reasons(const SuiteResult& suite) {
  std::map<std::uint32_t, SelectReason> out;
  for (const auto& chosen : suite.selection.chosen) out[chosen.test] = chosen.reason;
  return out;
}

double Saved(const SuiteResult& suite) {
  return suite.tests.empty()
             ? 0
             : 100.0 * (1.0 - static_cast<double>(suite.ranking.selected.size()) / static_cast<double>(suite.tests.size()));
}

Json AccessJson(const SharedAccess& access) {
  Json blocks = Json::array();
  for (const OldBlock& block : access.blocks)
    blocks.push_back({{"function", EscapeUtf8(block.function)}, {"block", block.block}});
  const std::string pattern = TemplatePattern(access.real_function);
  return {{"function", access.function.empty() ? Json() : Json(EscapeUtf8(access.function))},
          {"real_function", EscapeUtf8(access.real_function)},
          {"pattern", pattern.empty() ? Json() : Json(EscapeUtf8(pattern))},
          {"variable", EscapeUtf8(access.variable)},
          {"class", access.alias_class},
          {"file", EscapeUtf8(access.file)},
          {"line", access.line},
          {"column", access.column},
          {"access", access.write ? "write" : "read"},
          {"atomic", access.atomic},
          {"spawned", access.spawned},
          {"blocks", blocks},
          {"impacted", access.impacted()},
          {"case", access.impacted() ? Json(static_cast<int>(access.impact)) : Json()},
          {"reason", access.impacted() ? Json(EscapeUtf8(access.reason)) : Json()}};
}

Json ThreadJson(ThreadId thread) {
  if (thread == kFreshThread) return "new";
  if (thread >> 32) return fmt::format("{}.{}", thread >> 32, thread & 0xffffffff);
  return thread;
}

Json TestJson(const SuiteResult& suite, std::uint32_t test, const std::map<std::uint32_t, SelectReason>& reasons) {
  auto reason = reasons.find(test);
  Json pairs = Json::array();
  for (const PairThreads& pair : suite.selection.targets[test].pairs)
    if (pair.pair < kListed)
      pairs.push_back({{"pair", pair.pair}, {"threads", Json::array({ThreadJson(pair.first), ThreadJson(pair.second)})}});
  const std::string& note = suite.coverage[test].note;
  return {{"name", EscapeUtf8(suite.tests[test].name)},
          {"selected", reason != reasons.end()},
          {"reason", reason == reasons.end() ? Json() : Json(Text(reason->second))},
          {"note", note.empty() ? Json() : Json(EscapeUtf8(note))},
          {"pairs", pairs},
          {"impacted", suite.selection.targets[test].impacted},
          {"other", suite.selection.targets[test].other}};
}

Json NamesJson(const SuiteResult& suite, const std::vector<std::uint32_t>& tests) {
  Json out = Json::array();
  for (std::uint32_t test : tests) out.push_back(EscapeUtf8(suite.tests[test].name));
  return out;
}

Json PairsJson(const SuiteResult& suite) {
  const std::size_t count = std::min(suite.pairs.size(), kListed);
  std::vector<Json> tests(count, Json::array());
  for (std::uint32_t test = 0; test < suite.tests.size(); ++test)
    for (const PairThreads& pair : suite.selection.targets[test].pairs)
      if (pair.pair < count) tests[pair.pair].push_back(EscapeUtf8(suite.tests[test].name));
  Json out = Json::array();
  const auto nearest = NearestTests(suite.selection, suite.pairs, suite.accesses.size(), count);
  for (std::uint32_t i = 0; i < count; ++i) {
    Json item = {{"first", suite.pairs[i].first}, {"second", suite.pairs[i].second}, {"tests", tests[i]}};
    if (tests[i].empty()) item["nearest"] = nearest[i] ? Json(EscapeUtf8(suite.tests[*nearest[i]].name)) : Json();
    out.push_back(std::move(item));
  }
  return out;
}

}  // namespace

std::string SelectionNames(const SuiteResult& suite, bool all) {
  std::string out;
  for (std::uint32_t test : all ? suite.ranking.all : suite.ranking.selected) out += EscapeLine(suite.tests[test].name) + "\n";
  return out;
}

std::string SelectionCTest(const SuiteResult& suite) {
  if (suite.ranking.selected.empty()) return "^$\n";
  std::string out;
  std::set<std::string> told;  // several cases may be of one test
  for (std::uint32_t test : suite.ranking.selected) {
    const auto& spec = suite.tests[test].new_test;
    const std::string& name = spec && !spec->whole.empty() ? spec->whole : suite.tests[test].name;
    if (!told.insert(name).second) continue;
    out += out.empty() ? "^(" : "|";
    for (char c : name) {
      if (std::string_view("\\^$.[]|()*+?").contains(c)) out += '\\';
      out += c;
    }
  }
  return out + ")$\n";
}

std::string SelectionText(const SuiteResult& suite, bool all) {
  constexpr std::size_t kShown = 3;
  const auto reasons = Reasons(suite);
  std::string out;
  std::size_t position = 0;
  for (std::uint32_t test : all ? suite.ranking.all : suite.ranking.selected) {
    auto reason = reasons.find(test);
    out += fmt::format("{:>4}  {}", ++position, EscapeLine(suite.tests[test].name));
    const TestTargets& targets = suite.selection.targets[test];
    if (reason == reasons.end()) {
      out += !targets.impacted.empty() ? fmt::format("  (not selected; reaches {} affected accesses)\n", targets.impacted.size())
             : !targets.other.empty()  ? fmt::format("  (not selected; reaches {} shared accesses)\n", targets.other.size())
                                       : std::string("  (not selected)\n");
      continue;
    }
    if (reason->second != SelectReason::kCovers) {
      const std::string& note = suite.coverage[test].note;
      out += fmt::format("  ({}{})\n", Text(reason->second), note.empty() ? "" : ": " + EscapeLine(note));
      continue;
    }
    out += '\n';
    const std::vector<PairGroup> groups = GroupPairs(suite, targets.pairs);
    for (std::size_t i = 0; i < groups.size() && i < kShown; ++i) {
      const PairThreads& pair = *groups[i].first;
      const SharedAccess &a = suite.accesses[suite.pairs[pair.pair].first], &b = suite.accesses[suite.pairs[pair.pair].second];
      out += EscapeLine(fmt::format("        {}, {} and {}", PairText(suite, pair.pair), ThreadText(pair.first),
                                    ThreadText(pair.second))) +
             "\n";
      out += EscapeLine(fmt::format("          {}", EditText(a, b))) + "\n";
      if (groups[i].functions.size() > 1)
        out += EscapeLine(fmt::format("          in {} instantiations of {}", groups[i].functions.size(),
                                      TemplatePattern(*groups[i].functions.begin()))) +
               "\n";
    }
    if (groups.size() > kShown) out += fmt::format("        and {}\n", Counted(groups.size() - kShown, "more pair"));
  }
  std::size_t impacted = 0;
  for (const SharedAccess& access : suite.accesses) impacted += access.impacted();
  out += fmt::format("{} of {} selected ({:.1f} % saved); {} of {} affected, {}\n", suite.ranking.selected.size(),
                     Counted(suite.tests.size(), "test"), Saved(suite), impacted,
                     Counted(suite.accesses.size(), "shared access", "shared accesses"), Counted(suite.pairs_total, "pair"));
  if (!suite.selection.uncovered.empty()) {
    out += fmt::format("{} that no test covers:\n", Counted(suite.selection.uncovered.size(), "pair"));
    std::size_t shown = 0;
    for (std::uint32_t pair : suite.selection.uncovered) {
      if (++shown > kUncoveredShown) {
        out += fmt::format("  and {} more\n", suite.selection.uncovered.size() - kUncoveredShown);
        break;
      }
      const auto nearest = NearestTest(suite.selection, suite.pairs, suite.accesses, pair);
      out += EscapeLine(
                 fmt::format("  {}; nearest test: {}", PairText(suite, pair), nearest ? suite.tests[*nearest].name : "none")) +
             "\n";
    }
  }
  std::size_t lost = 0;
  for (std::uint32_t access : suite.unmapped) lost += suite.accesses[access].impacted();
  if (lost > 0) {
    out += fmt::format("{} affected accesses that nothing in the old version leads to; no test is selected for them:\n", lost);
    for (std::uint32_t access : suite.unmapped)
      if (suite.accesses[access].impacted()) out += EscapeLine("  " + AccessText(suite.accesses[access])) + "\n";
  }
  return out;
}

std::string SelectionJson(const SuiteResult& suite, const SuiteOptions& options) {
  const auto reasons = Reasons(suite);
  Json shared = Json::array(), tests = Json::array(), programs = Json::array();
  for (const SharedAccess& access : suite.accesses) shared.push_back(AccessJson(access));
  for (std::uint32_t test = 0; test < suite.tests.size(); ++test) tests.push_back(TestJson(suite, test, reasons));
  for (const SuiteProgram& program : suite.programs)
    programs.push_back({{"old", EscapeUtf8(program.old_path)},
                        {"new", EscapeUtf8(program.new_path)},
                        {"old_build", program.old_key},
                        {"new_build", program.new_key},
                        {"functions", program.functions},
                        {"changed_functions", program.changed_functions}});
  Json notes = Json::array();
  for (const std::string& note : suite.notes) notes.push_back(EscapeUtf8(note));
  std::vector<Selection::Chosen> chosen = suite.selection.chosen;
  return Json{{"schema", 1},
              {"tool", "reweave"},
              {"version", REWEAVE_VERSION},
              {"command", "select"},
              {"old", EscapeUtf8(options.old_subject)},
              {"new", EscapeUtf8(options.new_subject)},
              {"programs", programs},
              {"seed", options.ties.random_seed ? Json(*options.ties.random_seed) : Json()},
              {"selected", NamesJson(suite, suite.ranking.selected)},
              {"order", NamesJson(suite, suite.ranking.all)},
              {"without_threads", NamesJson(suite, SelectWithoutThreads(suite.selection, suite.coverage))},
              {"saved", Saved(suite)},
              {"shared", shared},
              {"pairs", PairsJson(suite)},
              {"pairs_total", suite.pairs_total},
              {"unmapped", suite.unmapped},
              {"tests", tests},
              {"recorded", suite.recorded},
              {"interrupted", suite.interrupted},
              {"notes", notes},
              {"seconds",
               {{"analysis", suite.analysis_seconds},
                {"recording", suite.recording_seconds},
                {"selection", suite.selection_seconds}}}}
             .dump(2) +
         "\n";
}

}  // namespace reweave::inline cli
