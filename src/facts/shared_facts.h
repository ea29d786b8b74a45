// Facts that several parts of one command ask for, read once: a check looks at the same program when it chooses tests, for each
// test that it explores and when it names what it found.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "facts/reader.h"

namespace reweave::inline facts {

// The facts of a file; the same value for the same file (by its identity, size and time of change) as long as somebody holds it,
// and for a while after. Any thread.
Result<std::shared_ptr<const Facts>> SharedFacts(const std::string& path);

// How many files were read so far in this process: for tests.
std::uint64_t FactsRead();

}  // namespace reweave::inline facts
