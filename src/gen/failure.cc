#include "gen/failure.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace reweave::gen {

namespace {

// Failures of one kind as edges between who is involved: the one with most partners explains its edges, then the next.
std::vector<Failure> Cover(std::vector<Failure> failures) {
  std::ranges::sort(failures, [](const Failure& a, const Failure& b) {
    return std::tuple(a.candidate.size(), a.candidate, a.message) < std::tuple(b.candidate.size(), b.candidate, b.message);
  });
  std::vector<Failure> out;
  while (!failures.empty()) {
    std::map<std::string, std::set<std::string>> partners;
    for (const Failure& failure : failures) {
      partners[failure.first].insert(failure.second);
      partners[failure.second].insert(failure.first);
    }
    const auto worst = std::ranges::max_element(partners, {}, [](const auto& entry) {
      // Who fails beside itself is at fault by itself.
      return entry.second.size() + (entry.second.contains(entry.first) ? 1000 : 0);
    });
    const std::string name = worst->first;
    const auto involved = [&](const Failure& failure) { return failure.first == name || failure.second == name; };
    out.push_back(*std::ranges::find_if(failures, involved));
    std::erase_if(failures, involved);
  }
  return out;
}

// Whether what races is among the methods that the other failure's threads call: the functions themselves, or, if the accesses
// are in functions that these call, all methods of the race's threads.
bool Explains(const Failure& race, const Failure& failure) {
  const auto same = [&](const std::string& method) {
    return std::ranges::find(failure.methods, method) != failure.methods.end();
  };
  if (!race.methods.empty() && std::ranges::all_of(race.methods, same)) return true;
  const auto called = [&](const std::string& function) {
    return std::ranges::any_of(failure.methods,
                               [&](const std::string& method) { return function.find(method) != std::string::npos; });
  };
  return called(race.first) && called(race.second);
}

// Memory that is released beside an access to it: "use after free" says more than "race".
bool IsReleaseRace(const Failure& race) { return race.kind == "race" && race.message.find("free at ") != std::string::npos; }

}  // namespace

std::vector<Failure> OnePerCause(std::vector<Failure> failures) {
  std::map<std::string, std::vector<Failure>> by_kind;
  for (const Failure& failure : failures) {
    const auto explains = [&](const Failure& race) {
      return race.kind == "race" && Explains(race, failure) && !(failure.kind == "heap" && IsReleaseRace(race));
    };
    const auto shows = [&](const Failure& heap) { return heap.kind == "heap" && Explains(failure, heap); };
    if (IsReleaseRace(failure) && std::ranges::any_of(failures, shows)) continue;
    if (failure.kind != "race" && failure.kind != "deadlock" && std::ranges::any_of(failures, explains)) continue;
    by_kind[failure.kind].push_back(failure);
  }
  std::vector<Failure> out;
  for (auto& [kind, some] : by_kind)
    for (Failure& failure : Cover(std::move(some))) out.push_back(std::move(failure));
  std::ranges::partition(out, [](const Failure& f) { return f.kind == "race"; });
  return out;
}

}  // namespace reweave::gen
