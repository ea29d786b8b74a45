// Random multithreaded C programs whose final memory does not depend on the schedule.
//
// A program has T threads and P phases with a barrier between them. In one phase each shared cell has one role: `add` and
// `xor` cells are only changed, by operations that commute, and nobody reads them; `stable` cells are only read. A thread's own
// cells are its own. So whatever the order inside a phase, the memory after it is the same, and running the threads' phases
// one after the other in one thread ("serial") gives the value to compare with. The program has no data race.
#pragma once

#include <cstdint>
#include <string>

namespace reweave::tests {

// The same seed gives the same text on every machine.
std::string GenerateProgram(std::uint64_t seed);

}  // namespace reweave::tests
