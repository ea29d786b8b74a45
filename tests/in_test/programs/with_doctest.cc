#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <reweave/test.h>

#include "bodies.h"

TEST_CASE("locked, twice") {
  reweave::explore([] {
    Counter counter;
    counter.AddTwice(true);
    REQUIRE(counter.value == 2);
  });
}
TEST_CASE("checks") {
  reweave::explore([] {
    Counter counter;
    counter.AddTwice(false);
    CHECK(counter.value == 2);
  });
}
TEST_CASE("requires") {
  reweave::explore([] {
    Counter counter;
    counter.AddTwice(false);
    REQUIRE(counter.value == 2);
  });
}
