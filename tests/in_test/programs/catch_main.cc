// The framework itself, by any compiler: with the driver it takes as long as all the rest of the test.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
