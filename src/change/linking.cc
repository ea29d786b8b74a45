#include "change/linking.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>

#include "change/effects.h"
#include "change/names.h"

namespace reweave::inline change {

namespace {

// Parts of libc and the compiler's own: to link them adds names, and binds none otherwise.
bool IsOfTheSystem(std::string_view library) {
  static constexpr std::string_view kNames[] = {"libc",  "libm",     "libdl",     "libpthread",
                                                "librt", "libgcc_s", "libstdc++", "libatomic"};
  return std::ranges::find(kNames, library.substr(0, library.find(".so"))) != std::end(kNames);
}

std::vector<std::string> Libraries(const Facts& facts) {
  std::vector<std::string> out = facts.linked().libraries;
  std::erase_if(out, IsOfTheSystem);
  return out;
}

// Those of `list` that are not in `other`.
std::vector<std::string> Without(const std::vector<std::string>& list, const std::vector<std::string>& other) {
  std::vector<std::string> out;
  std::ranges::copy_if(list, std::back_inserter(out),
                       [&](const std::string& one) { return std::ranges::find(other, one) == other.end(); });
  return out;
}

// Of what both have, the first that has another place.
std::string Moved(const std::vector<std::string>& before, const std::vector<std::string>& now) {
  const std::vector<std::string> gone = Without(before, now), come = Without(now, before);
  const std::vector<std::string> kept_before = Without(before, gone), kept_now = Without(now, come);
  const auto [was, is] = std::ranges::mismatch(kept_before, kept_now);
  return is == kept_now.end() || was == kept_before.end() ? "" : *is;
}

// The order matters for sources whose globals are initialised when the program starts, and for those that define the same name.
std::set<std::string> WhereOrderMatters(const Facts& facts) {
  std::set<std::string> out;
  std::map<std::string_view, std::set<std::string>> of_name;
  for (const FunctionFacts& f : facts.functions()) {
    if (f.mangled.starts_with("__cxx_global_var_init") || f.mangled.starts_with("_GLOBAL__")) out.insert(f.position.file);
    if (!f.system() && (f.flags & (facts::kFunctionLocal | facts::kFunctionInline | facts::kFunctionArtificial)) == 0)
      of_name[f.mangled].insert(f.position.file);
  }
  for (const auto& [name, files] : of_name)
    if (files.size() > 1) out.insert(files.begin(), files.end());
  return out;
}

std::vector<std::string> OrderedUnits(const Facts& facts) {
  const std::set<std::string> matters = WhereOrderMatters(facts);
  std::vector<std::string> out;
  for (const std::string& unit : facts.linked().units)
    if (matters.contains(unit) && std::ranges::find(out, unit) == out.end()) out.push_back(unit);
  return out;
}

// The initialisers of globals that a unit runs when the program starts, in their order, of those that both versions have.
std::map<std::string, std::vector<std::string>> Initialisers(const Facts& facts, const Facts& other) {
  std::map<std::string, std::vector<std::string>> out;  // by unit
  for (const FunctionFacts& f : facts.functions())
    if (f.mangled.starts_with("_GLOBAL__sub_I_"))
      for (const CallSite& call : f.calls)
        if (facts.FindFunction(call.callee) != nullptr && other.FindFunction(call.callee) != nullptr)
          out[f.id].push_back(call.callee);
  return out;
}

// "first" of the function that gives it its first value while the program runs; "" of other functions.
std::string InitialisedBy(const std::string& function) {
  const std::size_t open = function.find('('), close = function.rfind(')');
  if (!function.starts_with("__cxx_global_var_init") || open == std::string::npos || close < open) return "";
  return Demangled(function.substr(open + 1, close - open - 1));
}

// "first", where the unit initialised it earlier or later among its globals, or not at all.
std::string MovedInitialiser(const Facts& old_facts, const Facts& new_facts) {
  const auto before = Initialisers(old_facts, new_facts), now = Initialisers(new_facts, old_facts);
  for (const auto& [unit, calls] : now) {
    const auto was = before.find(unit);
    if (was == before.end() || was->second == calls) continue;
    const auto [old_call, new_call] = std::ranges::mismatch(was->second, calls);
    const std::string id = new_call != calls.end() ? *new_call : *old_call;
    const std::string name = InitialisedBy(id);
    return name.empty() ? id : name;
  }
  return "";
}

// "first", if both versions have it with the same bytes, and only the old one has code that gives it another value.
std::string InitialiserGone(const Facts& old_facts, const Facts& new_facts) {
  std::set<std::string> still;
  for (const FunctionFacts& f : new_facts.functions()) still.insert(InitialisedBy(f.id));
  for (const FunctionFacts& f : old_facts.functions()) {
    const std::string name = InitialisedBy(f.id);
    if (name.empty() || still.contains(name)) continue;
    const auto find = [&](const Facts& facts) { return std::ranges::find(facts.globals(), name, &GlobalFacts::name); };
    const auto was = find(old_facts), is = find(new_facts);
    if (was != old_facts.globals().end() && is != new_facts.globals().end() && was->initial == is->initial) return name;
  }
  return "";
}

std::vector<std::string> BareCode(const Facts& old_facts, const Facts& new_facts) {
  std::vector<std::string> out;
  const LinkedFacts &before = old_facts.linked(), &now = new_facts.linked();
  if (before.runtime != now.runtime) return out;  // other versions of Reweave: its functions have facts of no kind either
  for (const auto& [name, content] : now.bare)
    if (const auto was = before.bare.find(name); was != before.bare.end() && was->second != content)
      out.push_back(Demangled(name));
  return out;
}

std::string InWords(const std::vector<std::string>& before, const std::vector<std::string>& now) {
  if (before.empty()) return fmt::format("now with {}", fmt::join(now, " "));
  if (now.empty()) return fmt::format("no longer with {}", fmt::join(before, " "));
  return fmt::format("{} instead of {}", fmt::join(now, " "), fmt::join(before, " "));
}

}  // namespace

std::vector<std::string> LinkDifferences(const Facts& old_facts, const Facts& new_facts) {
  std::vector<std::string> out;
  const auto lists = [&](const char* what, const std::vector<std::string>& before, const std::vector<std::string>& now) {
    const std::vector<std::string> gone = Without(before, now), come = Without(now, before);
    if (!gone.empty() || !come.empty()) out.push_back(fmt::format("{}: {}", what, InWords(gone, come)));
    else if (const std::string moved = Moved(before, now); !moved.empty())
      out.push_back(fmt::format("{}: {} has another place in their order", what, moved));
  };
  lists("options of the linker", old_facts.linked().options, new_facts.linked().options);
  lists("libraries that are linked", Libraries(old_facts), Libraries(new_facts));
  if (const std::string moved = Moved(OrderedUnits(old_facts), OrderedUnits(new_facts)); !moved.empty())
    out.push_back(fmt::format("the order in which objects are linked: {} has another place", moved));
  if (const std::string moved = MovedInitialiser(old_facts, new_facts); !moved.empty())
    out.push_back(fmt::format("the order in which global objects are initialised: {} has another place", moved));
  if (const std::string gone = InitialiserGone(old_facts, new_facts); !gone.empty())
    out.push_back(fmt::format("code that initialises globals: {} has none any more", gone));
  if (const std::vector<std::string> bare = BareCode(old_facts, new_facts); !bare.empty())
    out.push_back(fmt::format("code or data that was not built with the driver: {}{}", bare.front(),
                              bare.size() > 1 ? fmt::format(" and {} more", bare.size() - 1) : ""));
  return out;
}

std::vector<std::string> Unexplained(const Matching& matching) {
  std::vector<std::string> out;
  const Facts& now = matching.new_facts();
  std::size_t library = 0;
  std::string example;
  bool reordered = false;
  for (std::uint32_t i = 0; i < now.functions().size(); ++i) {
    const FunctionFacts& f = now.functions()[i];
    if (matching.of(i).identical) continue;
    // Of one priority, in the order of their lines; the compiler writes one such function for each priority.
    reordered |= f.mangled.starts_with("_GLOBAL__I_");
    if (f.system() && matching.of(i).old_function != kNoMatch && library++ == 0) example = f.pretty;
  }
  if (library > 0)
    out.push_back(fmt::format("library code that differs: {}{}", example,
                              library > 1 ? fmt::format(" and {} more functions", library - 1) : ""));
  for (const std::string& name : ChangedData(matching)) out.push_back("data that differs: " + name);
  if (reordered) out.emplace_back("the order in which global objects are initialised (init_priority)");
  return out;
}

}  // namespace reweave::inline change
