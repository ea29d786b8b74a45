// What statements of two versions are compared by: their hash, with the functions that they name by the names these had in OLD.
#pragma once

#include <cstdint>
#include <string_view>

#include "change/renames.h"
#include "facts/facts.h"

namespace reweave::inline change {

// StatementFacts::locals from here on are results of statements.
constexpr std::uint32_t kResults = 1u << 20;

std::uint64_t Mix(std::uint64_t seed, std::uint64_t value);
std::uint64_t TextHash(std::string_view text);
std::uint64_t OldStatementKey(const StatementFacts& statement);
std::uint64_t NewStatementKey(const StatementFacts& statement, const Renames& renames);
// Nothing that the compiler added: destructors at the end of a scope, what runs when an exception passes.
bool IsFromSource(const StatementFacts& statement);

}  // namespace reweave::inline change
