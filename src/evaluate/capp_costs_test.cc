#include "evaluate/capp_costs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace reweave::inline evaluate {
namespace {

class CostLogTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = std::filesystem::temp_directory_path() / ("reweave_costs_" + std::to_string(getpid()));
    std::filesystem::remove_all(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }
  std::string path() const { return (directory_ / "measured.txt").string(); }

  std::filesystem::path directory_;
  const CostKey key_{"pool1", true, "LOA", 7};
};

TEST_F(CostLogTest, WhatWasMeasuredIsKnownAfterwards) {
  {
    auto log = CostLog::Open(path(), "tool 1");
    ASSERT_TRUE(log);
    EXPECT_EQ(log->Find(key_, "programs"), nullptr);
    log->Add(key_, "programs", {.value = 42, .censored = true, .seconds = 1.5});
  }
  auto log = CostLog::Open(path(), "tool 1");
  ASSERT_TRUE(log);
  const Cost* cost = log->Find(key_, "programs");
  ASSERT_NE(cost, nullptr);
  EXPECT_EQ(*cost, (Cost{.value = 42, .censored = true, .seconds = 1.5}));
  EXPECT_EQ(log->Find(key_, "other programs"), nullptr);
  EXPECT_EQ(log->Find({"pool1", true, "LOA", 8}, "programs"), nullptr);
}

TEST_F(CostLogTest, AnotherToolMeasuresAgain) {
  CostLog::Open(path(), "tool 1")->Add(key_, "programs", {.value = 42});
  EXPECT_EQ(CostLog::Open(path(), "tool 2")->Find(key_, "programs"), nullptr);
  EXPECT_EQ(CostLog::Open(path(), "tool 2")->Find(key_, "programs"), nullptr);  // nor does what the first had written come back
}

TEST_F(CostLogTest, ALineThatWasCutOffIsNoCost) {
  CostLog::Open(path(), "tool 1")->Add(key_, "programs", {.value = 42, .seconds = 1});
  std::filesystem::resize_file(path(), std::filesystem::file_size(path()) - 4);
  auto log = CostLog::Open(path(), "tool 1");
  EXPECT_EQ(log->Find(key_, "programs"), nullptr);
  log->Add(key_, "programs", {.value = 43, .seconds = 1});
  EXPECT_EQ(CostLog::Open(path(), "tool 1")->Find(key_, "programs")->value, 43u);
}

}  // namespace
}  // namespace reweave::inline evaluate
