#include "techniques/simrt/change_outline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <set>

namespace reweave::inline simrt {

namespace {

std::string HashOf(const FunctionFacts& function) { return fmt::format("{:02x}", fmt::join(function.hash, "")); }

}  // namespace

bool ChangeOutline::Shares(const ChangeOutline& other, const std::string& function) const {
  const auto code = [&](const ChangeOutline& outline) {
    const auto found = std::ranges::lower_bound(outline.old_functions, std::hash<std::string>()(function), {}, &Function::id);
    const bool is = found != outline.old_functions.end() && found->id == std::hash<std::string>()(function);
    return is ? std::optional(found->code) : std::nullopt;
  };
  const auto mine = code(*this), theirs = code(other);
  return mine && mine == theirs;
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
    std::uint64_t code;
    std::memcpy(&code, before[f].hash.data(), sizeof code);
    out.old_functions.push_back({std::hash<std::string>()(before[f].id), code});
  }
  std::ranges::sort(out.old_functions, {}, &ChangeOutline::Function::id);
  std::vector<ChangeOutline::Function> single;
  for (std::size_t i = 0, end = 0; i < out.old_functions.size(); i = end) {
    for (end = i; end < out.old_functions.size() && out.old_functions[end].id == out.old_functions[i].id;) ++end;
    if (end == i + 1) single.push_back(out.old_functions[i]);
  }
  single.shrink_to_fit();
  out.old_functions = std::move(single);
  for (const DeclarationChange& declaration : change.declarations())
    parts.insert(fmt::format("declared {} {}", declaration.key, declaration.reason));
  out.key = fmt::format("{}", fmt::join(parts, "\n"));
  return out;
}

}  // namespace reweave::inline simrt
