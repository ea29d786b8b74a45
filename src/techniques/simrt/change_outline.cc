#include "techniques/simrt/change_outline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace reweave::inline simrt {

namespace {

std::string HashOf(const FunctionFacts& function) { return fmt::format("{:02x}", fmt::join(function.hash, "")); }

}  // namespace

bool ChangeOutline::Shares(const ChangeOutline& other, const std::string& function) const {
  const auto mine = old_hashes.find(function), theirs = other.old_hashes.find(function);
  return mine != old_hashes.end() && theirs != other.old_hashes.end() && !mine->second.empty() && mine->second == theirs->second;
}

ChangeOutline OutlineOf(const ProgramChange& change) {
  ChangeOutline out;
  out.old_build = change.old_facts().build_key();
  out.new_build = change.new_facts().build_key();
  const Matching& matching = change.matching();
  const auto &now = change.new_facts().functions(), &before = change.old_facts().functions();
  std::set<std::string> parts;
  const auto add = [&](const char* what, const FunctionFacts& f) {
    if (!f.system()) parts.insert(fmt::format("{} {} {}", what, f.id, HashOf(f)));
  };
  for (std::uint32_t f = 0; f < now.size(); ++f) {
    out.functions += !now[f].system();
    if (matching.of(f).identical) continue;
    add("now", now[f]);
    if (const std::uint32_t was = matching.of(f).old_function; was != kNoMatch) add("was", before[was]);
  }
  for (std::uint32_t f = 0; f < before.size(); ++f) {
    if (matching.new_of(f) == kNoMatch) add("gone", before[f]);
    const auto [entry, fresh] = out.old_hashes.try_emplace(before[f].id, HashOf(before[f]));
    if (!fresh) entry->second.clear();
  }
  for (const DeclarationChange& declaration : change.declarations())
    parts.insert(fmt::format("declared {} {}", declaration.key, declaration.reason));
  out.key = fmt::format("{}", fmt::join(parts, "\n"));
  return out;
}

}  // namespace reweave::inline simrt
