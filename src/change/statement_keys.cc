#include "change/statement_keys.h"

namespace reweave::inline change {

std::uint64_t Mix(std::uint64_t seed, std::uint64_t value) { return (seed ^ value) * 0x9e3779b97f4a7c15ull + (seed >> 29); }

std::uint64_t TextHash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ull;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return hash;
}

namespace {

template <typename NameOf>
std::uint64_t Key(const StatementFacts& statement, NameOf name_of) {
  if (statement.functions.empty()) return statement.hash;
  std::uint64_t key = statement.loose_hash;
  for (const std::string& id : statement.functions) key = Mix(key, TextHash(name_of(id)));
  return key;
}

}  // namespace

std::uint64_t OldStatementKey(const StatementFacts& statement) { return Key(statement, Renames::OfOld); }
std::uint64_t NewStatementKey(const StatementFacts& statement, const Renames& renames) {
  return Key(statement, [&](const std::string& id) { return renames.OfNew(id); });
}

bool IsFromSource(const StatementFacts& statement) {
  return (statement.flags & (facts::kStatementImplicit | facts::kStatementUnwind)) == 0;
}

}  // namespace reweave::inline change
