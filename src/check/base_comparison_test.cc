// Whether the old version shows a finding too, with an engine and a clock of the test's own.
#include "check/base_comparison.h"

#include <gtest/gtest.h>

#include "check/saturation.h"

namespace reweave::inline check {
namespace {

using std::chrono::milliseconds, std::chrono::seconds;

Finding Race(const std::string& id, const std::string& variable) {
  Finding finding;
  finding.id = id, finding.kind = FindingKind::kRace;
  for (const char* role : {"write of 4 bytes", "read"}) {
    FindingSite& site = finding.sites.emplace_back();
    site.role = role, site.position.function = "f", site.position.variable = variable;
  }
  return finding;
}

Finding Exit(const std::string& message) {
  Finding finding;
  finding.id = "id", finding.kind = FindingKind::kExit, finding.message = message;
  return finding;
}

TEST(Cause, LinesAndSizesDoNotMatterButVariablesDo) {
  Finding a = Race("a", "x"), b = Race("b", "x");
  b.sites[0].role = "write", b.sites[0].position.line = 7;
  EXPECT_TRUE(SameCause(a, b));
  EXPECT_FALSE(SameCause(a, Race("c", "y")));
  Finding called = Race("d", "x");
  called.sites.emplace_back().position.function = "a caller";  // without a role: who called
  EXPECT_TRUE(SameCause(a, called));
}

// Which member the other thread used last is chance; another block, or a race without a free, is another cause.
TEST(Cause, ABlockIsFreedWithAllOfItsMembers) {
  const auto freed = [](const std::string& id, const std::string& variable, const char* role) {
    Finding finding = Race(id, variable);
    finding.sites[0].role = "free", finding.sites[1].role = role;
    return finding;
  };
  EXPECT_TRUE(SameCause(freed("a", "Pool::busy", "read"), freed("b", "Pool::jobs.first", "write of 8 bytes")));
  EXPECT_FALSE(SameCause(freed("a", "Pool::busy", "read"), freed("b", "Queue::busy", "read")));
  EXPECT_FALSE(SameCause(freed("a", "x", "read"), freed("b", "y", "read")));
  EXPECT_FALSE(SameCause(Race("a", "Pool::busy"), Race("b", "Pool::jobs")));
}

TEST(Cause, AnExitIsKnownByItsStatusAndProgram) {
  EXPECT_FALSE(SameCause(Exit("status 1"), [] {
    Finding other = Exit("status 2");
    other.id = "other";
    return other;
  }()));
  EXPECT_EQ(StableId(Exit("status 1"), "p"), StableId(Exit("status 1"), "p"));
  EXPECT_NE(StableId(Exit("status 1"), "p"), StableId(Exit("status 1"), "q"));
  EXPECT_EQ(StableId(Race("a", "x"), "p"), "a");
}

class BaseComparisonTest : public testing::Test {
 protected:
  BaseComparisonTest() {
    engine_.now = [this] { return now_; };
    engine_.target = [](const TestSpec&) -> Result<TargetOptions> { return TargetOptions(); };
    engine_.explore = [this](const ExploreOptions& options) -> Result<ExploreResult> {
      ++searches_;
      ExploreResult out;
      out.schedules = std::min<std::uint64_t>(options.schedules.value(), most_);
      out.stopped_by = out.schedules < *options.schedules ? StoppedBy::kTime : StoppedBy::kSchedules;
      out.exhausted = exhausted_;
      if (searched_ + out.schedules >= shown_at_) out.findings = {Race("old", "x")};
      searched_ += out.schedules;
      return out;
    };
  }
  BaseComparison::Limits Limits(std::uint64_t schedules) { return {schedules, now_ + seconds(10)}; }

  Engine engine_;
  Engine::Clock::time_point now_ = Engine::Clock::now();
  std::uint64_t searches_ = 0, searched_ = 0, most_ = ~0ull, shown_at_ = ~0ull;
  bool exhausted_ = false;
};

TEST_F(BaseComparisonTest, OneSearchAnswersForAllFindingsThatWereNoHarder) {
  shown_at_ = 100;
  BaseComparison base({}, 1, "", engine_);
  EXPECT_TRUE(base.Shows(Race("new", "x"), Limits(500)).value());
  EXPECT_FALSE(base.Shows(Race("other", "y"), Limits(500)).value());
  EXPECT_EQ(searches_, 1u);
  EXPECT_FALSE(base.Shows(Race("other", "y"), Limits(700)).value());  // it took longer to find: 200 more
  EXPECT_EQ(searches_, 2u);
  EXPECT_EQ(base.schedules(), 700u);
}

TEST_F(BaseComparisonTest, AnExhaustedSearchIsNotRepeated) {
  exhausted_ = true;
  BaseComparison base({}, 1, "", engine_);
  EXPECT_FALSE(base.Shows(Race("new", "x"), Limits(500)).value());
  EXPECT_FALSE(base.Shows(Race("new", "y"), Limits(5000)).value());
  EXPECT_EQ(searches_, 1u);
  EXPECT_FALSE(base.cut_short());
}

// The schedules with preemptions at the change are few, and not all that there are.
TEST_F(BaseComparisonTest, ASteeredSearchThatHasNothingLeftIsNotTheWhole) {
  BaseComparison base({}, 1, "", engine_);
  IcpSet points;
  points.points.push_back({.cls = "c", .method = "m", .file = "f.cc", .line = 1, .field = "", .reason = ""});
  const auto labels = std::make_shared<CappLabels>(Facts::Of({}), points);
  ASSERT_FALSE(labels->empty());
  base.Steer(labels);
  engine_.explore = [](const ExploreOptions& options) -> Result<ExploreResult> {
    ExploreResult out;
    out.schedules = options.strategy == "auto" ? *options.schedules : 144;
    out.exhausted = options.strategy != "auto";
    if (options.strategy == "auto") out.findings = {Race("old", "x")};
    return out;
  };
  EXPECT_TRUE(base.Shows(Race("new", "x"), Limits(500)).value());
  EXPECT_EQ(base.schedules(), 500u);
}

TEST_F(BaseComparisonTest, TooLittleTimeIsSaid) {
  most_ = 10;
  BaseComparison base({}, 1, "", engine_);
  EXPECT_FALSE(base.Shows(Race("new", "x"), Limits(500)).value());
  EXPECT_TRUE(base.cut_short());
}

// The finding after it is not called new because of the few schedules that were made before.
TEST_F(BaseComparisonTest, ASearchThatWasCutShortGoesOnForTheNextFinding) {
  most_ = 10, shown_at_ = 20;
  BaseComparison base({}, 1, "", engine_);
  EXPECT_FALSE(base.Shows(Race("new", "y"), Limits(500)).value());
  EXPECT_TRUE(base.Shows(Race("new", "x"), Limits(500)).value());
}

TEST(Saturation, NothingNewForAsLongAsItTookAndEnoughSchedules) {
  Saturation saturation(Saturation::Patience::kUsual);
  ExploreStatus status;
  status.patterns = 5, status.schedules = 100, status.elapsed = seconds(4);
  EXPECT_FALSE(saturation.Reached(status));
  status.schedules = 30'000, status.elapsed = seconds(7);
  EXPECT_FALSE(saturation.Reached(status));  // three seconds since, but it took four
  status.elapsed = seconds(8);
  EXPECT_TRUE(saturation.Reached(status));
  status.patterns = 6;
  EXPECT_FALSE(saturation.Reached(status));
}

}  // namespace
}  // namespace reweave::inline check
