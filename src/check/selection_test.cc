// What becomes of a test before anything is explored. Which functions its threads enter is a matter of tests/simrt.
#include "check/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reweave::inline check {
namespace {

using testing::ElementsAre, testing::HasSubstr;

class SelectionTest : public testing::Test {
 protected:
  TestSpec& Add(const std::string& name, std::vector<std::string> command) {
    TestSpec& test = input_.new_tests.emplace_back();
    test.name = name, test.command = std::move(command);
    return test;
  }
  Result<std::vector<ChosenTest>> Choose() { return ChooseTests(std::move(input_), pairs_, result_); }
  const CheckedTest& Row(const std::string& name) { return *std::ranges::find(result_.tests, name, &CheckedTest::name); }

  SelectionInput input_;
  ProgramPairs pairs_;
  CheckResult result_;
};

TEST_F(SelectionTest, ATestThatCannotBeExploredSaysWhy) {
  Add("missing", {});
  Add("gone", {"/no/such/program"});
  Add("tool", {"/bin/true"});
  Add("off", {"/bin/true"}).disabled = true;
  Add("setup", {"/bin/true"}).fixtures_setup = {"database"};
  Add("cases", {"/bin/true"});
  input_.rest["cases"] = "it was ended before it had started all of its cases";
  const auto chosen = Choose();
  ASSERT_TRUE(chosen);
  EXPECT_TRUE(chosen->empty());
  EXPECT_EQ(Row("missing").state, TestState::kMissing);
  EXPECT_EQ(Row("gone").state, TestState::kMissing);
  EXPECT_THAT(Row("gone").reasons, ElementsAre("/no/such/program is missing after the build"));
  EXPECT_EQ(Row("tool").state, TestState::kNotBuilt);
  EXPECT_TRUE(Row("tool").foreign);
  EXPECT_EQ(Row("off").state, TestState::kDisabled);
  EXPECT_EQ(Row("setup").state, TestState::kDisabled);
  EXPECT_EQ(Row("cases").state, TestState::kUnsupported);
  EXPECT_THAT(Row("cases").note, HasSubstr("all of its cases"));
}

TEST_F(SelectionTest, OnlyTheTestsThatAreAskedFor) {
  Add("a", {"/bin/true"}), Add("b", {"/bin/true"});
  input_.only = {"b"};
  ASSERT_TRUE(Choose());
  ASSERT_EQ(result_.tests.size(), 1u);
  EXPECT_EQ(result_.tests[0].name, "b");
}

TEST_F(SelectionTest, ANameThatNoTestHasIsAnError) {
  Add("a", {"/bin/true"});
  input_.only = {"zzz"};
  const auto chosen = Choose();
  ASSERT_FALSE(chosen);
  EXPECT_THAT(chosen.error().ToString(), HasSubstr("there is no test 'zzz' (the tests are a)"));
  Add("queue.push", {"/bin/true"});
  input_.only = {"queue.psuh"};
  EXPECT_THAT(Choose().error().ToString(), HasSubstr("there is no test 'queue.psuh' (did you mean queue.push?)"));
}

}  // namespace
}  // namespace reweave::inline check
