// Between the product and the library that has Z3 in it, which is loaded if it is there: plain numbers only.
#pragma once

#include <cstdint>

namespace reweave::pcr {

// clauses: for each its number of alternatives, for each of these its number of pairs, then the pairs (a before b), of variables
// 0 .. variables - 1. Returns 1 possible: times[variable]; 0 impossible: core[0 .. *core_size - 1] are numbers of clauses; -1 not
// decided in time.
using Z3Solve = int (*)(std::uint32_t variables, std::uint32_t clauses, const std::uint32_t* data, unsigned timeout_ms,
                        std::int64_t* times, std::uint32_t* core, std::uint32_t* core_size);
using Z3Version = const char* (*)();
constexpr char kZ3SolveName[] = "reweave_z3_solve", kZ3VersionName[] = "reweave_z3_version";
constexpr char kZ3Library[] = "libreweave_z3.so";

}  // namespace reweave::pcr
