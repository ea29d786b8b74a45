#include <catch2/catch.hpp>
#include <reweave/test.h>

#include "bodies.h"

TEST_CASE("locked, and [odd] \"name\"") {
  reweave::explore([] {
    Counter counter;
    counter.AddTwice(true);
    REQUIRE(counter.value == 2);
  });
}
TEST_CASE("checks") {
  SECTION("one") { reweave::explore([] { Counter().AddTwice(true); }); }
  SECTION("two") {
    reweave::explore([] {
      Counter counter;
      counter.AddTwice(false);
      CHECK(counter.value == 2);
    });
  }
}
TEST_CASE("requires") {
  reweave::explore([] {
    Counter counter;
    counter.AddTwice(false);
    REQUIRE(counter.value == 2);
  });
}
