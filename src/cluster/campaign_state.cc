// What a campaign knows, whose turn it is, and how it is kept.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "cluster/campaign.h"

namespace reweave::inline cluster {

namespace {

using nlohmann::json;

constexpr double kRemembered = 0.5;     // of the rate before, in the new one
constexpr double kFindingCounts = 50;   // patterns
constexpr double kLeastWeight = 0.02;   // of the best test's: nothing is forgotten for ever
constexpr std::size_t kMostPoints = 2000;

bool Open(const CampaignTest& test) { return !test.exhausted && test.note.empty(); }

double BestRate(const CampaignState& state) {
  double best = 0;
  for (const CampaignTest& test : state.tests)
    if (Open(test)) best = std::max(best, test.rate);
  return best;
}

}  // namespace

std::optional<std::size_t> NextTest(const CampaignState& state, const std::vector<char>& taken) {
  std::optional<std::size_t> next;
  for (std::size_t i = 0; i < state.tests.size(); ++i) {
    const CampaignTest& test = state.tests[i];
    if (!Open(test) || (i < taken.size() && taken[i])) continue;
    if (test.slices == 0) return i;
    if (!next || test.pass < state.tests[*next].pass) next = i;
  }
  return next;
}

// Turns by stride: a test that shows ten times as much comes ten times as often.
void AccountSlice(CampaignState& state, std::size_t index, const SliceOutcome& slice) {
  CampaignTest& test = state.tests[index];
  const double seconds = std::max(slice.seconds, 0.001);
  const auto grown = [](std::uint64_t now, std::uint64_t before) {
    return now > before ? static_cast<double>(now - before) : 0.0;
  };
  const double shown = grown(slice.patterns, test.patterns) + kFindingCounts * grown(slice.findings, test.findings);
  test.rate = test.slices == 0 ? shown / seconds : kRemembered * test.rate + (1 - kRemembered) * shown / seconds;
  const double before = test.pass;
  test.slices += 1;
  test.seconds += seconds;
  test.schedules = std::max(test.schedules, slice.schedules);
  test.patterns = std::max(test.patterns, slice.patterns);
  test.findings = std::max(test.findings, slice.findings);
  test.exhausted = slice.exhausted;
  const double best = BestRate(state);
  const double weight = best <= 0 ? 1 : std::max(kLeastWeight, test.rate / best);
  // One that comes in late begins where the others are.
  std::optional<double> least;
  for (const CampaignTest& other : state.tests)
    if (&other != &test && other.slices > 0 && Open(other)) least = std::min(least.value_or(other.pass), other.pass);
  test.pass = std::max(before, test.slices == 1 ? least.value_or(0) : 0) + seconds / weight;
  CampaignPoint point = state.points.empty() ? CampaignPoint{} : state.points.back();
  point.seconds += seconds;
  point.schedules = point.patterns = point.findings = 0;
  for (const CampaignTest& each : state.tests)
    point.schedules += each.schedules, point.patterns += each.patterns, point.findings += each.findings;
  point.at = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  state.points.push_back(point);
  if (state.points.size() > kMostPoints)
    for (std::size_t i = 1; i + 1 < state.points.size(); ++i)
      state.points.erase(state.points.begin() + static_cast<std::ptrdiff_t>(i));
}

std::string CampaignJson(const CampaignState& state) {
  json tests = json::array(), points = json::array();
  for (const CampaignTest& t : state.tests)
    tests.push_back({{"name", t.name},
                     {"program", t.program},
                     {"build", t.build},
                     {"note", t.note},
                     {"exhausted", t.exhausted},
                     {"slices", t.slices},
                     {"schedules", t.schedules},
                     {"patterns", t.patterns},
                     {"findings", t.findings},
                     {"seconds", t.seconds},
                     {"rate", t.rate},
                     {"pass", t.pass}});
  for (const CampaignPoint& p : state.points)
    points.push_back(
        {{"at", p.at}, {"seconds", p.seconds}, {"schedules", p.schedules}, {"patterns", p.patterns}, {"findings", p.findings}});
  return json{{"schema", 1},          {"tool", "reweave"},         {"command", "campaign"},
              {"name", state.name},   {"subject", state.subject},  {"began", state.began},
              {"ended", state.ended}, {"tests", std::move(tests)}, {"points", std::move(points)}}
             .dump(1, ' ', false, json::error_handler_t::replace) +
         "\n";
}

Result<CampaignState> ReadCampaign(std::string_view text, const std::string& from) {
  const auto fail = [&](const std::string& why) {
    return Fail(ErrorCategory::kUsage, "cannot read a campaign", from, why, "move its directory away to begin it again");
  };
  const json in = json::parse(text, nullptr, false);
  if (in.is_discarded() || !in.is_object() || in.value("command", "") != "campaign" || in.value("schema", 0) != 1)
    return fail("it is not the state of a campaign of this version");
  CampaignState state;
  try {
    state.name = in.at("name"), state.subject = in.at("subject"), state.began = in.at("began"), state.ended = in.at("ended");
    for (const json& t : in.at("tests")) {
      CampaignTest test;
      test.name = t.at("name"), test.program = t.at("program"), test.build = t.at("build"), test.note = t.at("note");
      test.exhausted = t.at("exhausted"), test.slices = t.at("slices"), test.schedules = t.at("schedules");
      test.patterns = t.at("patterns"), test.findings = t.at("findings"), test.seconds = t.at("seconds");
      test.rate = t.at("rate"), test.pass = t.at("pass");
      state.tests.push_back(std::move(test));
    }
    for (const json& p : in.at("points"))
      state.points.push_back({.at = p.at("at"),
                              .seconds = p.at("seconds"),
                              .schedules = p.at("schedules"),
                              .patterns = p.at("patterns"),
                              .findings = p.at("findings")});
  } catch (const json::exception& error) {
    return fail(error.what());
  }
  return state;
}

}  // namespace reweave::inline cluster
