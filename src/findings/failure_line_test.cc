#include "findings/failure_line.h"

#include <gtest/gtest.h>

namespace reweave::inline findings {
namespace {

TEST(FailureLine, OfEachFramework) {
  EXPECT_EQ(
      FailureLine("[ RUN      ] Queue.Size\n/w/tests/queue_test.cc:12: Failure\nExpected equality of these values:\n  size\n"
                  "    Which is: 1\n  2\n[  FAILED  ] Queue.Size (0 ms)\n"),
      "queue_test.cc:12: Failure: Expected equality of these values: size Which is: 1 2");
  EXPECT_EQ(
      FailureLine(
          "-----\nqueue\n.....\n\n/w/queue_test.cpp:7: FAILED:\n  CHECK( size == 2 )\nwith expansion:\n  1 == 2\n\n=====\n"),
      "queue_test.cpp:7: FAILED: CHECK( size == 2 ) with expansion: 1 == 2");
  EXPECT_EQ(FailureLine(
                "TEST CASE:  queue\n\n/w/q.cpp:7: ERROR: CHECK( size == 2 ) is NOT correct!\n  values: CHECK( 1 == 2 )\n\n===\n"),
            "q.cpp:7: ERROR: CHECK( size == 2 ) is NOT correct! values: CHECK( 1 == 2 )");
  EXPECT_EQ(FailureLine("Running 1 test case...\nq.cpp(7): error: in \"queue\": check size == 2 has failed [1 != 2]\n\n"),
            "q.cpp(7): error: in \"queue\": check size == 2 has failed [1 != 2]");
  EXPECT_EQ(FailureLine("Test queue...      [ FAILED ]\n  q.c:7: Check size == 2... failed\n"),
            "q.c:7: Check size == 2... failed");
  EXPECT_EQ(FailureLine("[  ERROR   ] --- 0x1 != 0x2\n[   LINE   ] --- /w/q.c:7: error: Failure!\n[  FAILED  ] queue\n"),
            "q.c:7: error: Failure!");
  EXPECT_EQ(FailureLine("0%: Checks: 1, Failures: 1, Errors: 0\nq.c:7:F:Core:queue:0: Assertion 'size == 2' failed\n"),
            "q.c:7:F:Core:queue:0: Assertion 'size == 2' failed");
}

TEST(FailureWords, NameTheExpectationWithoutWhatItSaw) {
  const auto equal = [](const char* what, int seen) {
    return FailureWords("/w/q_test.cc:12: Failure\nExpected equality of these values:\n  " + std::string(what) +
                            "\n    Which is: " + std::to_string(seen) + "\n  2\n",
                        "");
  };
  EXPECT_EQ(equal("size", 1), "q_test.cc:12: Failure: Expected equality of these values: size");
  EXPECT_EQ(equal("size", 1), equal("size", 3));
  EXPECT_NE(equal("size", 1), equal("done", 1));
  EXPECT_EQ(FailureWords("q.cpp(7): error: in \"queue\": check size == 2 has failed [1 != 2]\n\n", ""),
            FailureWords("q.cpp(7): error: in \"queue\": check size == 2 has failed [0 != 2]\n\n", ""));
  EXPECT_EQ(FailureWords("", "q.c:7:F:Core:queue:0: Assertion 'n == 2' failed: n == 1, 2 == 2\n"),
            "q.c:7:F:Core:queue:0: Assertion 'n == 2'");
}

TEST(FailureWords, OfATestWithoutAFramework) {
  EXPECT_EQ(FailureWords("worker 2 ready\n", "starting\ncheck failed: a line was lost\nbye\n"), "check failed: a line was lost");
  EXPECT_EQ(FailureWords("3 items\n", "worker 1 done\nworker 2 done\n"), "");
  EXPECT_EQ(FailureWords("", ""), "");
}

TEST(FailureLine, IsNoPartOfWhatAFailureIsKnownBy) {
  const std::string message = WithFailureLine("exit status 1", "a.cc:1: Failure\nsize is 7\n");
  EXPECT_EQ(message, "exit status 1; the test says: a.cc:1: Failure: size is 7");
  EXPECT_EQ(WithoutFailureLine(message), "exit status 1");
  EXPECT_EQ(WithFailureLine("exit status 1", "hello\n"), "exit status 1");
}

TEST(PlaceOfFailure, AsTheFrameworksNameIt) {
  EXPECT_EQ(PlaceOfFailure("[ RUN ] a\n/src/q test.d/queue_test.cc:12: Failure\n"), (FailurePlace{"test.d/queue_test.cc", 12}));
  EXPECT_EQ(PlaceOfFailure("/src/queue_test.cc:12: Failure\n"), (FailurePlace{"/src/queue_test.cc", 12}));
  EXPECT_EQ(PlaceOfFailure("q.cpp(7): error: in \"queue\": check size == 2 has failed\n"), (FailurePlace{"q.cpp", 7}));
  EXPECT_EQ(PlaceOfFailure("q.cpp:30: FAILED:\n  REQUIRE( n == 2 )\n"), (FailurePlace{"q.cpp", 30}));
  EXPECT_EQ(PlaceOfFailure("all is well\n"), std::nullopt);
}

TEST(FailureLine, OtherOutputHasNone) {
  EXPECT_EQ(FailureLine(""), "");
  EXPECT_EQ(FailureLine("error: could not open\nat main.cc:12\n12:30: Failure of the day\n"), "");
  EXPECT_EQ(FailureLine(std::string(3000000, 'x')), "");
  EXPECT_LT(FailureLine("a.cc:1: Failure\n" + std::string(5000, 'y')).size(), 220u);
}

}  // namespace
}  // namespace reweave::inline findings
