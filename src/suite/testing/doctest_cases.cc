#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

TEST_CASE("adds") { CHECK(1 + 1 == 2); }
TEST_CASE("has, a comma") { CHECK(true); }
TEST_SUITE("other") {
  TEST_CASE("adds") { CHECK(true); }
  TEST_CASE("fails") { CHECK(false); }
}
