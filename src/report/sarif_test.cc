// SARIF of a check: one result for each cause, at a place that a reviewer sees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "report/check_view.h"
#include "report/sarif.h"
#include "report/testing/sample_result.h"

namespace reweave::inline report {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

bool HasControls(const std::string& text) {
  return std::ranges::any_of(
      text, [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f; });
}

Json Sarif(const CheckResult& result, SarifOptions options = {}) {
  options.version = "0.1.0";
  return Json::parse(CheckSarif(result, options))["runs"][0];
}

TEST(Sarif, OneResultACauseWithItsState) {
  const Json run = Sarif(SampleResult());
  ASSERT_EQ(run["results"].size(), 7u);  // one race in two tests
  const Json& race = run["results"][1];
  EXPECT_EQ(race["ruleId"], "reweave/race");
  EXPECT_EQ(run["tool"]["driver"]["rules"][race["ruleIndex"].get<int>()]["id"], "reweave/race");
  EXPECT_EQ(race["baselineState"], "new");
  EXPECT_EQ(race["level"], "error");
  EXPECT_EQ(race["properties"]["tests"], Json::array({"queue_test.Shutdown", "queue_test.Pop"}));
  EXPECT_EQ(race["locations"][0]["physicalLocation"]["artifactLocation"],
            (Json{{"uri", "src/queue.cc"}, {"uriBaseId", "SRCROOT"}}));
  EXPECT_EQ(race["locations"][0]["physicalLocation"]["region"]["startLine"], 12);
  std::map<std::string, std::string> states;
  for (const Json& result : run["results"]) states[result["partialFingerprints"]["reweaveFinding/v1"]] = result["baselineState"];
  EXPECT_EQ(states["01d01d01d01d"], "unchanged");
  EXPECT_EQ(states["f1f1f1f1f1f1"], "absent");
  EXPECT_EQ(states["de1a7ed00000"], "new");
  for (const Json& result : run["results"])
    EXPECT_EQ(result.contains("suppressions"), result["partialFingerprints"]["reweaveFinding/v1"] == "acce97ed0000");
  EXPECT_EQ(Sarif(SampleResult(), {.version = {}, .open_only = true})["results"].size(), 5u);
}

TEST(Sarif, ANewFindingIsShownOnAChangedLineOfItsWay) {
  CheckResult result = SampleResult();
  const auto line = [](const Json& location) { return location["physicalLocation"]["region"]["startLine"]; };
  const Json deadlock = Sarif(result)["results"][0];
  ASSERT_EQ(deadlock["ruleId"], "reweave/deadlock");
  EXPECT_EQ(line(deadlock["locations"][0]), 12);  // Stop() changed; both threads wait elsewhere
  ASSERT_EQ(deadlock["relatedLocations"].size(), 2u);
  EXPECT_EQ(line(deadlock["relatedLocations"][0]), 10);
  EXPECT_EQ(line(deadlock["relatedLocations"][1]), 25);
  result.change.lines["src/queue.cc"] = {24};  // the other access
  const Json race = Sarif(result)["results"][1];
  EXPECT_EQ(line(race["locations"][0]), 24);
  EXPECT_EQ(line(race["relatedLocations"][0]), 12);
  result.change.lines["src/queue.cc"] = {99};  // not on the way: where a thread waits, not the join
  EXPECT_EQ(line(Sarif(result)["results"][0]["locations"][0]), 25);
  const SarifOptions with_home{.version = {}, .information_uri = "https://example.org/reweave"};
  EXPECT_EQ(Sarif(result, with_home)["tool"]["driver"]["informationUri"], with_home.information_uri);
}

TEST(Sarif, TheInterleavingIsThereInOrderAndByThread) {
  const Json flows = Sarif(SampleResult())["results"][1]["codeFlows"];
  ASSERT_EQ(flows.size(), 2u);
  const Json& all = flows[0]["threadFlows"][0]["locations"];
  ASSERT_EQ(all.size(), 8u);
  EXPECT_EQ(all[3]["executionOrder"], 4);
  EXPECT_EQ(all[3]["importance"], "essential");
  EXPECT_EQ(all[4]["location"]["message"]["text"], "thread 0.1: read Queue::stop_ = 1 (holds Queue::mu_)");
  ASSERT_EQ(flows[1]["threadFlows"].size(), 2u);
  std::set<int> orders;
  for (const Json& thread : flows[1]["threadFlows"])
    for (const Json& step : thread["locations"]) orders.insert(step["executionOrder"].get<int>());
  EXPECT_EQ(orders.size(), 8u);
}

TEST(Sarif, LimitsAreKeptAndTold) {
  const Json run = Sarif(LargeResult(10, 60, 10'000), {.version = {}, .most_results = 50});
  EXPECT_EQ(run["results"].size(), 50u);
  std::size_t most = 0;
  for (const Json& result : run["results"]) {
    std::size_t steps = 0;
    for (const Json& flow : result["codeFlows"])
      for (const Json& thread : flow["threadFlows"]) steps += thread["locations"].size();
    most = std::max(most, steps);
  }
  EXPECT_EQ(most, 1000u);
  std::string notes;
  for (const Json& note : run["invocations"][0]["toolExecutionNotifications"])
    notes += note["message"]["text"].get<std::string>() + "\n";
  EXPECT_THAT(notes, HasSubstr("10 findings were left out"));
  EXPECT_THAT(notes, HasSubstr("1 findings show a part of their interleaving"));
  const Json small = Sarif(LargeResult(10, 60, 10'000), {.version = {}, .most_steps_in_all = 1100});
  std::size_t in_all = 0;
  for (const Json& result : small["results"])
    for (const Json& flow : result.value("codeFlows", Json::array()))
      for (const Json& thread : flow["threadFlows"]) in_all += thread["locations"].size();
  EXPECT_LE(in_all, 1100u);
  EXPECT_GT(in_all, 1000u);
  EXPECT_EQ(small["results"].size(), 60u);
}

// Every message.text below `json`.
void Messages(const Json& json, std::string& out) {
  for (const auto& [key, value] : json.items()) {
    if (key == "message") out += value["text"].get<std::string>() + "\n";
    else if (value.is_structured()) Messages(value, out);
  }
}

TEST(Sarif, MessagesHoldNoLinksAndUrisNoBlanks) {
  const Json run = Sarif(SampleResult());
  std::string messages;
  Messages(run, messages);
  EXPECT_EQ(messages.find("]("), std::string::npos);
  EXPECT_THAT(messages, testing::Not(testing::ContainsRegex(R"(\{[0-9])")));
  EXPECT_FALSE(HasControls(messages));
  EXPECT_NE(run.dump().find("src/a%20b%26%3Cc%3E.cc"), std::string::npos);
}

TEST(Sarif, FingerprintsDoNotKnowLines) {
  CheckResult moved = SampleResult();
  const auto move = [](Finding& f) {
    for (FindingSite& site : f.sites) site.position.line += 10;
    for (InterleavingStep& step : f.interleaving.steps) step.line += 10;
  };
  for (CheckedTest& test : moved.tests) {
    for (CheckedFinding& f : test.findings) move(f.finding);
    for (Finding& f : test.fixed) move(f);
    for (Finding& f : test.timing) move(f);
  }
  moved.change.lines["src/queue.cc"] = {21, 22, 34};
  const Json before = Sarif(SampleResult()), after = Sarif(moved);
  for (std::size_t i = 0; i < before["results"].size(); ++i) {
    EXPECT_EQ(before["results"][i]["partialFingerprints"], after["results"][i]["partialFingerprints"]);
    EXPECT_NE(before["results"][i]["locations"], after["results"][i]["locations"]);
  }
}

}  // namespace
}  // namespace reweave::inline report
