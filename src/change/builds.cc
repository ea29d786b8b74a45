#include "change/builds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace reweave::inline change {

namespace {

using Units = std::map<std::string, std::vector<const UnitFacts*>>;

std::string FileName(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// c++20 and gnu++20 are one version, spoken with and without extensions.
std::string Version(const std::string& standard) { return standard.starts_with("gnu") ? "c" + standard.substr(3) : standard; }

struct Pair {
  const UnitFacts *before, *now;
};

// A path that a version has several times (one source in several variants) says nothing about one of them.
std::vector<Pair> PairUnits(const Facts& old_facts, const Facts& new_facts) {
  std::vector<Pair> out;
  Units before, now, old_names, new_names;
  for (const UnitFacts& unit : old_facts.units()) before[unit.path].push_back(&unit);
  for (const UnitFacts& unit : new_facts.units()) now[unit.path].push_back(&unit);
  for (const auto& [path, units] : before)
    if (!now.contains(path))
      for (const UnitFacts* unit : units) old_names[FileName(path)].push_back(unit);
  for (const auto& [path, units] : now) {
    if (const auto was = before.find(path); was != before.end()) {
      if (units.size() == 1 && was->second.size() == 1) out.push_back({was->second.front(), units.front()});
      continue;
    }
    for (const UnitFacts* unit : units) new_names[FileName(path)].push_back(unit);
  }
  for (const auto& [name, units] : new_names)
    if (const auto was = old_names.find(name); was != old_names.end() && units.size() == 1 && was->second.size() == 1)
      out.push_back({was->second.front(), units.front()});
  return out;
}

// "-DX=2 instead of -DX=1", in words that fit any number of options on either side.
std::string OptionsText(const Pair& pair) {
  const auto without = [](const UnitFacts& unit, const UnitFacts& other) {
    std::vector<std::string> out;
    if (unit.standard != other.standard && Version(unit.standard) == Version(other.standard))
      out.push_back("-std=" + unit.standard);
    std::ranges::set_difference(unit.options, other.options, std::back_inserter(out));
    return out;
  };
  const auto before = without(*pair.before, *pair.now), now = without(*pair.now, *pair.before);
  if (before.empty()) return fmt::format("now with {}", fmt::join(now, " "));
  if (now.empty()) return fmt::format("no longer with {}", fmt::join(before, " "));
  return fmt::format("{} instead of {}", fmt::join(now, " "), fmt::join(before, " "));
}

std::vector<std::string> CompilerNotes(const Facts& old_facts, const Facts& new_facts) {
  const auto compilers = [](const Facts& facts) {
    std::set<std::string> out;
    for (const UnitFacts& unit : facts.units())
      if (!unit.compiler.empty()) out.insert(unit.compiler);
    return out;
  };
  const auto before = compilers(old_facts), now = compilers(new_facts);
  if (before.empty() || now.empty() || before == now) return {};
  return {fmt::format("OLD and NEW were built by different compilers ({}; {}): differences may come from that",
                      fmt::join(before, ", "), fmt::join(now, ", "))};
}

std::vector<std::string> OptionNotes(const std::vector<Pair>& pairs) {
  std::map<std::string, std::vector<std::string>> by_difference;  // what differs -> units
  for (const Pair& pair : pairs) {
    if (pair.before->standard.empty() || pair.now->standard.empty()) continue;  // one of an older driver, which tells nothing
    if (pair.before->options != pair.now->options ||
        (pair.before->standard != pair.now->standard && Version(pair.before->standard) == Version(pair.now->standard)))
      by_difference[OptionsText(pair)].push_back(pair.now->path);
  }
  std::vector<std::string> out;
  out.reserve(by_difference.size());
  for (const auto& [difference, units] : by_difference)
    out.push_back(fmt::format("OLD and NEW were built with different options ({}{}: {}): differences may come from that",
                              units.front(), units.size() == 1 ? "" : fmt::format(" and {} more", units.size() - 1), difference));
  return out;
}

std::vector<std::string> BareUnits(const Facts& facts, const char* which) {
  std::set<std::string> bare;
  for (const UnitFacts& unit : facts.units())
    if (unit.compiler.empty()) bare.insert(unit.path);
  if (bare.empty()) return {};
  return {fmt::format(
      "{} has units without debug information ({}): their variables are offsets, their lines unknown, and what a change "
      "affects is reported by whole blocks",
      which, fmt::join(bare, ", "))};
}

}  // namespace

BuildDifferences CompareBuilds(const Facts& old_facts, const Facts& new_facts) {
  BuildDifferences out;
  const std::vector<Pair> pairs = PairUnits(old_facts, new_facts);
  for (auto list :
       {CompilerNotes(old_facts, new_facts), OptionNotes(pairs), BareUnits(old_facts, "OLD"), BareUnits(new_facts, "NEW")})
    std::ranges::move(list, std::back_inserter(out.notes));
  for (const Pair& pair : pairs) {
    const std::string &before = pair.before->standard, &now = pair.now->standard;
    if (out.standards.empty() && !before.empty() && !now.empty() && Version(before) != Version(now))
      out.standards = fmt::format("{}: {}, now {}", pair.now->path, before, now);
  }
  return out;
}

std::vector<std::string> BuildNotes(BuildDifferences differences) {
  if (!differences.standards.empty())
    differences.notes.push_back(fmt::format(
        "OLD and NEW were built for different language standards ({}): differences may come from that", differences.standards));
  return std::move(differences.notes);
}

Result<void> RequireSameStandards(const BuildDifferences& differences, const std::string& old_file, const std::string& new_file) {
  if (differences.standards.empty()) return {};
  return Fail(ErrorCategory::kUsage, "builds of different language standards cannot be compared", old_file + " and " + new_file,
              differences.standards, "build both with the same -std, or say --force");
}

}  // namespace reweave::inline change
