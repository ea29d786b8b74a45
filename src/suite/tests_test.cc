#include "suite/tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "suite/program_text.h"
#include "suite/test_list.h"

namespace reweave::inline suite {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

class Directory {
 public:
  Directory() {
    std::string pattern = (fs::temp_directory_path() / "reweave-select-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~Directory() { fs::remove_all(path_); }
  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

std::vector<std::string> Names(const std::vector<TestSpec>& tests) {
  std::vector<std::string> out;
  out.reserve(tests.size());
  for (const TestSpec& test : tests) out.push_back(test.name);
  return out;
}

std::string ListError(std::string_view text) {
  const auto tests = ParseTestList(text, "tests.txt", "./t");
  return tests ? "no error" : tests.error().ToString();
}

TestSpec Shell(const std::string& script) {
  TestSpec test;
  test.name = "shell";
  test.command = {"/bin/sh", "-c", script};
  return test;
}

// --- lists --------------------------------------------------------------------------------------------------------------

TEST(TestList, NamesArgumentsCommentsAndQuoting) {
  const auto tests = ParseTestList(
      "# all of them\n\n  tc1: tc1\r\nns::two: -n 3 'a b' \"c \\\"d\\\" e\" f\\ g '' # the rest\nthree:\n", "f", "./t");
  ASSERT_TRUE(tests) << tests.error().ToString();
  EXPECT_THAT(Names(*tests), ElementsAre("tc1", "ns::two", "three"));
  EXPECT_THAT((*tests)[0].command, ElementsAre("./t", "tc1"));
  EXPECT_THAT((*tests)[1].command, ElementsAre("./t", "-n", "3", "a b", "c \"d\" e", "f g", ""));
  EXPECT_THAT((*tests)[2].command, ElementsAre("./t"));
}

TEST(TestList, ErrorsNameTheLine) {
  EXPECT_THAT(ListError("a: 1\nb 2\n"), AllOf(HasSubstr("tests.txt, line 2"), HasSubstr("no colon")));
  EXPECT_THAT(ListError("a:1\n"), AllOf(HasSubstr("line 1"), HasSubstr("no blank after the colon")));
  EXPECT_THAT(ListError("\n\n: 1"), AllOf(HasSubstr("line 3"), HasSubstr("no name")));
  EXPECT_THAT(ListError("a: 'x"), HasSubstr("a quote (') is not closed"));
  EXPECT_THAT(ListError("a: x\\"), HasSubstr("backslash at the end"));
  EXPECT_THAT(ListError("a: 1\n# x\na: 2\n"), AllOf(HasSubstr("line 3"), HasSubstr("'a' is already in line 1")));
  EXPECT_THAT(ListError(std::string_view("a: \0", 4)), HasSubstr("a zero byte"));
  EXPECT_THAT(ListError("# nothing\n"), HasSubstr("it holds no test"));
}

TEST(TestList, ALineOfAnyBytesIsATestOrAnError) {
  for (int seed = 0; seed < 2000; ++seed) {
    std::string text = "n: ";
    unsigned state = static_cast<unsigned>(seed) * 2654435761u + 1;
    for (int i = 0; i < 20; ++i) {
      state = state * 1103515245u + 12345u;
      text += " '\"\\#:ab\n"[state >> 16 & 7];
    }
    if (const auto tests = ParseTestList(text, "f", "./t")) {
      EXPECT_FALSE(tests->empty());
    } else {
      EXPECT_THAT(tests.error().ToString(), HasSubstr("f"));
    }
  }
}

// --- CTest --------------------------------------------------------------------------------------------------------------

constexpr char kProject[] = R"(cmake_minimum_required(VERSION 3.20)
project(p NONE)
enable_testing()
add_test(NAME plain COMMAND /bin/sh -c "exit 0")
add_test(NAME "with space" COMMAND /bin/sh -c "test \"$A\" = 'x y'" WORKING_DIRECTORY /)
set_tests_properties("with space" PROPERTIES ENVIRONMENT "A=x y;B=2" TIMEOUT 7.5 LABELS "slow;net" DEPENDS plain
  ENVIRONMENT_MODIFICATION "P=path_list_prepend:/q;A2=set:3" FIXTURES_REQUIRED db)
add_test(NAME off COMMAND /bin/true)
set_tests_properties(off PROPERTIES DISABLED TRUE)
add_test(NAME missing COMMAND nowhere_to_be_found)
add_test(NAME db_stop COMMAND /bin/true)
add_test(NAME db_start COMMAND /bin/true)
set_tests_properties(db_start PROPERTIES FIXTURES_SETUP db)
set_tests_properties(db_stop PROPERTIES FIXTURES_CLEANUP db)
add_test(NAME fails COMMAND /bin/sh -c "echo oops; exit 3")
set_tests_properties(fails PROPERTIES RESOURCE_LOCK port WILL_FAIL TRUE SKIP_RETURN_CODE 77 PASS_REGULAR_EXPRESSION "never")
)";

class CTestProject : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    directory_ = new Directory;
    directory_->Write("CMakeLists.txt", kProject);
    const std::string command = "cmake -G Ninja -S " + directory_->path() + " -B " + directory_->path() + "/b >/dev/null 2>&1";
    configured_ = std::system(command.c_str()) == 0;
  }
  static void TearDownTestSuite() { delete directory_; }
  static std::string build() { return directory_->path() + "/b"; }
  static Directory* directory_;
  static bool configured_;
};
Directory* CTestProject::directory_ = nullptr;
bool CTestProject::configured_ = false;

TEST_F(CTestProject, PropertiesArriveInTheTests) {
  ASSERT_TRUE(configured_);
  const auto tests = FindTests({.subject = build(), .tests = {}, .limits = {}});
  ASSERT_TRUE(tests) << tests.error().ToString();
  ASSERT_THAT(Names(*tests), ElementsAre("plain", "with space", "off", "missing", "db_stop", "db_start", "fails"));
  const TestSpec& spaced = (*tests)[1];
  EXPECT_EQ(spaced.directory, "/");
  EXPECT_THAT(spaced.environment, ElementsAre(Pair("A", "x y"), Pair("B", "2")));
  ASSERT_EQ(spaced.environment_changes.size(), 2u);
  EXPECT_EQ(spaced.environment_changes[0], (EnvironmentChange{"P", "path_list_prepend", "/q"}));
  EXPECT_EQ(spaced.timeout, std::chrono::milliseconds(7500));
  EXPECT_THAT(spaced.labels, ElementsAre("net", "slow"));
  EXPECT_THAT(spaced.depends, testing::Contains("plain"));  // CTest adds its fixtures
  EXPECT_THAT(spaced.fixtures_required, ElementsAre("db"));
  EXPECT_TRUE((*tests)[2].disabled);
  EXPECT_TRUE((*tests)[5].is_fixture());
  EXPECT_TRUE((*tests)[6].will_fail);
  EXPECT_TRUE((*tests)[6].run_serial);
  EXPECT_FALSE((*tests)[0].run_serial);
  EXPECT_EQ((*tests)[6].skip_status, 77);
  EXPECT_THAT((*tests)[6].pass_patterns, ElementsAre("never"));
  // It runs as CTest would: directory, environment, verdict.
  const auto run = RunNatively(spaced, {});
  ASSERT_TRUE(run) << run.error().ToString();
  EXPECT_EQ(Judge(spaced, *run), Verdict::kPassed);
}

TEST_F(CTestProject, OrderKeepsFixturesAndDependencies) {
  ASSERT_TRUE(configured_);
  const auto tests = FindTests({.subject = build(), .tests = {}, .limits = {}});
  ASSERT_TRUE(tests);
  const auto order = RunOrder(*tests);
  ASSERT_TRUE(order);
  EXPECT_THAT(*order, ElementsAre(0, 2, 3, 5, 1, 4, 6));
  EXPECT_THAT(WithFixtures(*tests, {6, 1}), ElementsAre(6, 5, 1, 4));
  EXPECT_THAT(WithFixtures(*tests, {0}), ElementsAre(0));
}

TEST_F(CTestProject, ABinaryTakesThePlaceOfItsNamesake) {
  ASSERT_TRUE(configured_);
  Directory other;
  const std::string sh = other.Write("sh", "#!/bin/sh\nexit 9\n");
  fs::permissions(sh, fs::perms::owner_all);
  const auto tests = FindTests({.subject = sh, .tests = build(), .limits = {}});
  ASSERT_TRUE(tests) << tests.error().ToString();
  EXPECT_THAT(Names(*tests), ElementsAre("plain", "with space", "db_stop", "db_start", "fails"));
  EXPECT_EQ((*tests)[0].command[0], sh);
  const std::string stranger = other.Write("stranger", "");
  EXPECT_TRUE(FindTests({.subject = stranger, .tests = build(), .limits = {}}));  // fixtures alone remain
}

TEST(CTest, AProgramOfAFrameworkIsSplitIntoItsCases) {
  Directory directory;
  directory.Write("CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.20)
project(p NONE)
enable_testing()
add_test(NAME whole COMMAND )" CATCH2_CASES R"( WORKING_DIRECTORY /)
set_tests_properties(whole PROPERTIES ENVIRONMENT "A=1" TIMEOUT 5)
add_test(NAME one COMMAND )" CATCH2_CASES R"( adds)
add_test(NAME judged COMMAND )" CATCH2_CASES R"()
set_tests_properties(judged PROPERTIES PASS_REGULAR_EXPRESSION "2 passed")
add_test(NAME other COMMAND )" DOCTEST_CASES R"()
)");
  const std::string build = directory.path() + "/b";
  ASSERT_EQ(std::system(("cmake -G Ninja -S " + directory.path() + " -B " + build + " >/dev/null 2>&1").c_str()), 0);
  const auto tests = FindTests({.subject = build, .tests = {}, .limits = {}});
  ASSERT_TRUE(tests) << tests.error().ToString();
  const auto doctest = FindTests({.subject = DOCTEST_CASES, .tests = {}, .limits = {}});
  ASSERT_TRUE(doctest);
  std::vector<std::string> wanted = {"whole/adds", "whole/has, a comma [and] \"more\"", "whole/fails", "one", "judged"};
  for (const TestSpec& test : *doctest) wanted.push_back("other/" + test.name);
  EXPECT_EQ(Names(*tests), wanted);
  const TestSpec& adds = (*tests)[0];
  EXPECT_EQ(adds.whole, "whole");
  EXPECT_EQ(adds.directory, "/");
  EXPECT_EQ(adds.timeout, std::chrono::seconds(5));
  EXPECT_THAT(adds.environment, ElementsAre(Pair("A", "1")));
  const auto passes = RunNatively(adds, {}), fails = RunNatively((*tests)[2], {});
  ASSERT_TRUE(passes && fails);
  EXPECT_EQ(Judge(adds, *passes), Verdict::kPassed);
  EXPECT_EQ(Judge((*tests)[2], *fails), Verdict::kFailed);
}

TEST(CTest, BadInputIsExplained) {
  EXPECT_THAT(FindTests({.subject = "/nowhere", .tests = {}, .limits = {}}).error().ToString(), HasSubstr("No such file"));
  Directory empty;
  EXPECT_THAT(FindTests({.subject = empty.path(), .tests = {}, .limits = {}}).error().ToString(),
              HasSubstr("no CTestTestfile.cmake"));
  const std::string list = empty.Write("list", "a: 1\n");
  EXPECT_THAT(FindTests({.subject = empty.path(), .tests = list, .limits = {}}).error().ToString(), HasSubstr("name the binary"));
  EXPECT_THAT(ParseCTestJson("{", "d").error().ToString(), HasSubstr("not JSON"));
  EXPECT_THAT(ParseCTestJson("{}", "d").error().ToString(), HasSubstr("ctestInfo"));
  EXPECT_THAT(ParseCTestJson(R"({"kind":"ctestInfo"})", "d").error().ToString(), HasSubstr("no list"));
  EXPECT_THAT(ParseCTestJson(R"({"kind":"ctestInfo","tests":[]})", "d").error().ToString(), HasSubstr("has no tests"));
  EXPECT_THAT(ParseCTestJson(R"({"kind":"ctestInfo","tests":[{}]})", "d").error().ToString(), HasSubstr("no name"));
}

TEST(Order, ACycleIsAnError) {
  std::vector<TestSpec> tests(2);
  tests[0].name = "a", tests[0].depends = {"b"};
  tests[1].name = "b", tests[1].depends = {"a"};
  EXPECT_THAT(RunOrder(tests).error().ToString(), HasSubstr("a, b"));
  tests[1].name = "a";
  EXPECT_THAT(CheckNames(tests, "x").error().ToString(), HasSubstr("'a' is test 1 and test 2"));
}

// --- frameworks -----------------------------------------------------------------------------------------------------------

TEST(GoogleTest, ListingWithParametersAndDisabledCases) {
  const auto tests = ParseGoogleTestList("Running main() from x.cc\nQueue.\n  Push\n  DISABLED_Pop\nAll/Sum.  # TypeParam = "
                                         "int\n  Of/0  # GetParam() = (1, 2)\nDISABLED_S.\n  T\nnoise here.\n  not a case\n",
                                         "./t");
  EXPECT_THAT(Names(tests), ElementsAre("Queue.Push", "Queue.DISABLED_Pop", "All/Sum.Of/0", "DISABLED_S.T"));
  EXPECT_THAT(tests[2].command, ElementsAre("./t", "--gtest_filter=All/Sum.Of/0"));
  EXPECT_FALSE(tests[0].disabled);
  EXPECT_TRUE(tests[1].disabled);
  EXPECT_TRUE(tests[3].disabled);
}

TEST(GoogleTest, ThisVeryProgram) {
  const auto tests = FindTests({.subject = fs::read_symlink("/proc/self/exe").string(), .tests = {}, .limits = {}});
  ASSERT_TRUE(tests) << tests.error().ToString();
  EXPECT_THAT(Names(*tests), testing::Contains("GoogleTest.ThisVeryProgram"));
  for (const TestSpec& test : *tests) {
    if (test.name != "TestList.ErrorsNameTheLine") continue;
    const auto run = RunNatively(test, {});
    ASSERT_TRUE(run);
    EXPECT_TRUE(run->exited(0)) << run->output;
    EXPECT_THAT(run->output, HasSubstr("1 test from 1 test suite"));
  }
}

void ExpectCases(const std::string& binary, const std::vector<std::string>& names) {
  const auto tests = FindTests({.subject = binary, .tests = {}, .limits = {}});
  ASSERT_TRUE(tests) << tests.error().ToString();
  EXPECT_EQ(Names(*tests), names);
  for (const TestSpec& test : *tests) {
    const auto run = RunNatively(test, {});
    ASSERT_TRUE(run);
    EXPECT_EQ(Judge(test, *run), test.name == "fails" ? Verdict::kFailed : Verdict::kPassed) << test.name << run->output;
    EXPECT_THAT(run->output, testing::Not(HasSubstr("No test"))) << test.name;
  }
}

TEST(Catch2, CasesRunOneByOne) { ExpectCases(CATCH2_CASES, {"adds", "has, a comma [and] \"more\"", "fails"}); }
TEST(Doctest, CasesRunOneByOne) { ExpectCases(DOCTEST_CASES, {"adds", "has, a comma", "fails"}); }

TEST(PlainProgram, IsOneTest) {
  const auto tests = FindTests({.subject = "/bin/true", .tests = {}, .limits = {}});
  ASSERT_TRUE(tests) << tests.error().ToString();
  EXPECT_THAT(Names(*tests), ElementsAre("true"));
}

// --- runs ---------------------------------------------------------------------------------------------------------------

TEST(NativeRun, EndsAreTold) {
  EXPECT_EQ(DescribeEnd(*RunNatively(Shell("exit 3"), {})), "exit status 3");
  EXPECT_EQ(DescribeEnd(*RunNatively(Shell("kill -SEGV $$"), {})), "killed by SIGSEGV");
  RunLimits limits;
  limits.timeout = std::chrono::milliseconds(100);
  EXPECT_EQ(DescribeEnd(*RunNatively(Shell("echo begun; sleep 600"), limits)), "timed out");
  TestSpec missing = Shell("");
  missing.command[0] = "/nowhere/program";
  EXPECT_THAT(RunNatively(missing, {}).error().ToString(), HasSubstr("No such file"));
  TestSpec lost = Shell("true");
  lost.directory = "/nowhere";
  EXPECT_THAT(RunNatively(lost, {}).error().ToString(), HasSubstr("cannot enter the directory"));
}

TEST(NativeRun, OutputIsKeptUpToItsLimitAndNothingOutlivesTheRun) {
  RunLimits limits;
  limits.output = 10;
  const auto run = RunNatively(Shell("(setsid sleep 600 &) ; yes | head -c 1000000; echo $$ >&2"), limits);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->output.size(), 10u);
  EXPECT_GE(run->output_bytes, 1000000u);
  const auto left = RunNatively(Shell("ps -o args= --ppid " + std::to_string(getpid()) + " | grep -c '[s]leep 600'"), {});
  ASSERT_TRUE(left);
  EXPECT_EQ(left->output, "0\n");
}

TEST(NativeRun, VerdictFollowsTheTestsProperties) {
  TestSpec test = Shell("echo all good; exit 4");
  EXPECT_EQ(Judge(test, *RunNatively(test, {})), Verdict::kFailed);
  test.skip_status = 4;
  EXPECT_EQ(Judge(test, *RunNatively(test, {})), Verdict::kSkipped);
  test.skip_status.reset();
  test.pass_patterns = {"all g.*d"};
  EXPECT_EQ(Judge(test, *RunNatively(test, {})), Verdict::kPassed);
  test.fail_patterns = {"good"};
  EXPECT_EQ(Judge(test, *RunNatively(test, {})), Verdict::kFailed);
  test.will_fail = true;
  EXPECT_EQ(Judge(test, *RunNatively(test, {})), Verdict::kPassed);
}

TEST(NativeRun, EnvironmentChangesApplyInOrder) {
  TestSpec test = Shell("echo $A $B $C");
  test.environment = {{"A", "1"}, {"C", "x"}};
  test.environment_changes = {
      {"A", "string_append", "2"}, {"B", "path_list_append", "p"}, {"B", "path_list_prepend", "q"}, {"C", "unset", ""}};
  EXPECT_EQ(RunNatively(test, {})->output, "12 q:p\n");
  EXPECT_EQ(RunNatively(test, {}, {{"C", "extra"}})->output, "12 q:p extra\n");
}

TEST(Frameworks, BoostTestAndAcutest) {
  const auto boost =
      ParseBoostTestContent("Running\nqueue*\n    push*: puts one in\n    nested*\n        deep*\n    off\nfree*\n", "/b/t");
  EXPECT_EQ(Names(boost), (std::vector<std::string>{"queue/push", "queue/nested/deep", "queue/off", "free"}));
  EXPECT_EQ(boost[0].command, (std::vector<std::string>{"/b/t", "--run_test=queue/push"}));
  EXPECT_TRUE(boost[2].disabled);
  EXPECT_FALSE(boost[3].disabled);
  const auto acutest = ParseAcutestList("hello\nUnit tests:\n  push\n  pop all\n", "/b/t");
  ASSERT_EQ(acutest.size(), 2u);
  EXPECT_EQ(acutest[1].command, (std::vector<std::string>{"/b/t", "--no-exec", "pop all"}));
  EXPECT_EQ(DetectFramework("x_ZN5boost9unit_test9frameworkx"), TestSource::kBoostTest);
  EXPECT_EQ(DetectFramework("acutest_run_ --no-exec"), TestSource::kAcutest);
  EXPECT_TRUE(UsesLibcheck("srunner_create"));
}

// The name of a test framework is in the strings of a program, not in its code or in what a debugger reads.
TEST(Frameworks, OfAProgramOnlyItsStringsAndSymbolsAreRead) {
  const auto text = ProgramText("/proc/self/exe");
  ASSERT_TRUE(text);
  EXPECT_EQ(DetectFramework(*text), TestSource::kGoogleTest);
  EXPECT_NE(text->find("MakeAndRegisterTestInfo"), std::string::npos) << "the names of symbols";
  EXPECT_LT(text->size(), std::filesystem::file_size("/proc/self/exe") / 2);
  const std::string script = testing::TempDir() + "a_script";
  std::ofstream(script) << "#!/bin/sh\n";
  EXPECT_EQ(*ProgramText(script), "#!/bin/sh\n");
  EXPECT_FALSE(ProgramText(script + ".gone"));
}

TEST(Frameworks, Tinytest) {
  const auto tests =
      ParseTinytestList("Options are: ...\nKnown tests are:\n    main/pool\n    dns/slow   (Off by default)\n", "/b/t");
  ASSERT_EQ(tests.size(), 2u);
  EXPECT_EQ(tests[0].command, (std::vector<std::string>{"/b/t", "--no-fork", "main/pool"}));
  EXPECT_FALSE(tests[0].disabled);
  EXPECT_EQ(tests[1].name, "dns/slow");
  EXPECT_TRUE(tests[1].disabled);
  EXPECT_TRUE(UsesTinytest("x --RUNNING-FORKED x --list-tests"));
}

}  // namespace
}  // namespace reweave::inline suite
