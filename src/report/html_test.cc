// What can be said about the report page without a browser (tests/browser has the rest).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "report/html.h"
#include "report/testing/sample_result.h"

namespace reweave::inline report {
namespace {

using Json = nlohmann::json;

Json DataOf(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = page.find(open) + open.size();
  return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

TEST(Html, DataCannotLeaveItsElement) {
  const std::string page = CheckHtml(SampleResult(), {}, {.version = "1"});
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("@DATA@"), std::string::npos);
  EXPECT_EQ(page.find("_HASH@"), std::string::npos);
  const Json data = DataOf(page);
  EXPECT_EQ(data["findings"].size(), 8u);
  EXPECT_EQ(data["tests"].size(), 10u);
  EXPECT_NE(data["findings"][3]["message"].get<std::string>().find("</script><script>alert(1)</script>"), std::string::npos);
}

TEST(Html, PlacesToFillInTheDataStayText) {
  CheckResult result = SampleResult();
  result.tests[0].findings[0].finding.message = "@SCRIPT@ @DATA@";
  EXPECT_EQ(DataOf(CheckHtml(result, {}, {.version = "1"}))["findings"][1]["message"], "@SCRIPT@ @DATA@");
}

TEST(Html, TooManyStepsAreCutAndCounted) {
  const Json data = DataOf(CheckHtml(LargeResult(2, 3, 10'000), {}, {.version = "1", .most_steps = 1'000}));
  const Json& run = data["findings"][0]["run"];
  EXPECT_EQ(run["steps"].size(), 500u);
  EXPECT_EQ(run["before"].get<int>() + run["after"].get<int>() + 500, 10'000);
}

TEST(Html, WhatTechniquesSayIsInThePage) {
  CheckResult result = SampleResult();
  TechniqueReport report{.name = "paths", .lines = {"one line"}};
  report.tables.push_back(
      {.title = "Branches", .columns = {"branch", "1"}, .rows = {{{"queue.cc:3", "src/queue.cc", 3}, {"</script>"}}}});
  report.charts.push_back({.title = "Coverage", .x = "runs", .y = "patterns", .points = {{1, 2}, {4, 5}}});
  result.tests[0].techniques.push_back(report);
  const std::string page = CheckHtml(result, {}, {.version = "1"});
  const Json technique = DataOf(page)["tests"][0]["techniques"][0];
  EXPECT_EQ(technique["name"], "paths");
  EXPECT_EQ(technique["tables"][0]["rows"], Json::parse(R"([[["queue.cc:3", "src/queue.cc", 3], ["</script>", "", 0]]])"));
  EXPECT_EQ(technique["charts"][0]["points"], Json::parse("[[1.0, 2.0], [4.0, 5.0]]"));
  EXPECT_TRUE(DataOf(page)["tests"][1]["techniques"].empty());
  EXPECT_NE(page.find("function addTechniques"), std::string::npos);
}

class Sources : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = std::filesystem::path(testing::TempDir()) / "reweave_sources";
    std::filesystem::create_directories(directory_ / "src");
  }
  void Put(const std::string& name, std::size_t lines) {
    std::string text;
    for (std::size_t i = 1; i <= lines; ++i) text += "line " + std::to_string(i) + "\n";
    ASSERT_TRUE(WriteFile((directory_ / name).string(), text, "test"));
  }
  CheckResult Result() {
    CheckResult result = SampleResult();
    result.head.source = directory_.string();
    return result;
  }
  std::filesystem::path directory_;
};

TEST_F(Sources, SmallFilesAreWholeAndLargeOnesAreCut) {
  Put("src/queue.cc", 100);
  SourceFiles files = CollectSources(Result());
  ASSERT_EQ(files["src/queue.cc"].size(), 1u);
  EXPECT_EQ(files["src/queue.cc"][0].first, 1u);
  Put("src/queue.cc", 5000);
  CheckResult result = Result();
  result.tests[0].findings[0].finding.interleaving.steps[0].line = 3000;
  files = CollectSources(result);
  ASSERT_EQ(files["src/queue.cc"].size(), 2u);
  EXPECT_EQ(files["src/queue.cc"][1].first, 2940u);
  EXPECT_TRUE(files["src/queue.cc"][1].text.starts_with("line 2940\n"));
  EXPECT_TRUE(files["src/queue.cc"][1].text.ends_with("line 3060"));
}

TEST_F(Sources, PlacesThatTechniquesNameAreEmbedded) {
  Put("src/other.cc", 10);
  CheckResult result = Result();
  result.tests[0].techniques.push_back({.name = "paths"});
  EXPECT_FALSE(CollectSources(result).contains("src/other.cc"));
  result.tests[0].techniques[0].tables.push_back({.title = "t", .columns = {"c"}, .rows = {{{"other.cc:3", "src/other.cc", 3}}}});
  EXPECT_TRUE(CollectSources(result).contains("src/other.cc"));
}

TEST_F(Sources, NothingOutsideIsRead) {
  Put("src/queue.cc", 10);
  CheckResult result = Result();
  result.head.source = (directory_ / "src").string();
  Finding& f = result.tests[0].findings[0].finding;
  f.interleaving.steps[0].file = "../src/queue.cc";
  f.interleaving.steps[1].file = (directory_ / "src/queue.cc").string();
  EXPECT_EQ(CollectSources(result), SourceFiles());
  EXPECT_TRUE(CollectSources(Result(), {.bytes = 10}).empty());
}

}  // namespace
}  // namespace reweave::inline report
