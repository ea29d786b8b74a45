#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

TEST_CASE("adds") { CHECK(1 + 1 == 2); }
TEST_CASE("has, a comma [and] \"more\"", "[tag]") { CHECK(true); }
TEST_CASE("fails") { CHECK(false); }
