#include "report/reach.h"

#include <gtest/gtest.h>

namespace reweave::inline report {
namespace {

CheckResult With(TestState state, bool reaches, bool sequential) {
  CheckResult result;
  result.changed_functions = 1;
  CheckedTest& test = result.tests.emplace_back();
  test.name = "t", test.state = state, test.reaches = reaches, test.sequential = sequential;
  return result;
}

TEST(Unreached, NeedsTwoThreadsThatComeToIt) {
  EXPECT_EQ(Unreached(With(TestState::kExplored, true, false)), "");
  EXPECT_EQ(Unreached(With(TestState::kExplored, true, true)),
            "no test with two threads reaches the change; nearest: t (reaches it in one thread)");
  EXPECT_EQ(Unreached(With(TestState::kExplored, false, false)),
            "no test with two threads reaches the change; nearest: t (reaches code that calls it)");
  EXPECT_EQ(Unreached(With(TestState::kNotReached, false, false)),
            "no test with two threads reaches the change; nearest: t (runs a program that has it)");
  EXPECT_EQ(Unreached(With(TestState::kUnchanged, false, false)), "no test with two threads reaches the change");
}

TEST(Unreached, NothingChangedOrNotKnown) {
  CheckResult result = With(TestState::kNoImpact, false, false);
  result.changed_functions = 0;
  EXPECT_EQ(Unreached(result), "");
  EXPECT_EQ(Unreached(With(TestState::kNoTime, true, false)), "");
  EXPECT_EQ(Unreached(With(TestState::kUnsupported, false, false)), "");
}

}  // namespace
}  // namespace reweave::inline report
