#include "findings/causes.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "findings/readable_names.h"

namespace reweave::inline findings {

namespace {

using Pair = std::pair<std::string, std::string>;

Pair Unordered(std::string a, std::string b) {
  return b < a ? Pair{std::move(b), std::move(a)} : Pair{std::move(a), std::move(b)};
}

// What is compared of a race. Not a race, or one whose places are not known: alone.
struct Sides {
  bool known = false;
  Pair lines, functions;
  std::string variable;
  bool in_library = false;  // or of a variable without a name
};

Sides SidesOf(const Finding& finding) {
  Sides out;
  if (finding.kind != FindingKind::kRace) return out;
  std::vector<const FindingSite*> sides;
  for (const FindingSite& site : finding.sites)
    if (!site.role.empty() && sides.size() < 2) sides.push_back(&site);
  if (sides.size() < 2 || sides[0]->position.file.empty() || sides[1]->position.file.empty()) return out;
  const SitePosition &a = sides[0]->position, &b = sides[1]->position;
  out.known = true;
  out.lines = Unordered(a.file + ":" + std::to_string(a.line), b.file + ":" + std::to_string(b.line));
  out.functions = Unordered(a.function, b.function);
  out.variable = a.variable.empty() ? b.variable : a.variable;
  out.in_library = out.variable.empty() || IsLibraryName(out.variable);
  return out;
}

// What an atomicity violation is about, or a race on a variable of the program; empty: nothing that has a name.
std::string VariableOf(const Finding& finding, const Sides& sides) {
  if (finding.kind == FindingKind::kRace) return sides.in_library ? std::string() : sides.variable;
  if (finding.kind != FindingKind::kAtomicity) return {};
  for (const FindingSite& site : finding.sites)
    if (!site.position.variable.empty() && !IsLibraryName(site.position.variable)) return site.position.variable;
  return {};
}

bool IsJoin(const FindingSite& site) { return site.role.starts_with("waits in join"); }

// Where the threads of a deadlock wait, whoever they are. Who waits for another to end is a consequence, unless all do.
std::set<std::string> WaitsOf(const Finding& finding) {
  std::set<std::string> waits, joins;
  if (finding.kind != FindingKind::kDeadlock) return waits;
  for (const FindingSite& site : finding.sites) {
    if (!site.role.starts_with("waits") || site.position.file.empty()) continue;
    const bool join = IsJoin(site);
    const std::string place = site.position.file + ":" + std::to_string(site.position.line);
    (join ? joins : waits).insert(join ? place : place + " " + site.role);
  }
  return waits.empty() ? joins : waits;
}

bool OneCause(const Sides& a, const Sides& b) {
  if (!a.known || !b.known) return false;
  if (a.lines == b.lines || (!a.in_library && a.variable == b.variable)) return true;
  if (a.functions != b.functions) return false;
  if (a.in_library || b.in_library) return true;
  return !OwnerOf(a.variable).empty() && OwnerOf(a.variable) == OwnerOf(b.variable);
}

}  // namespace

std::string_view OwnerOf(std::string_view variable) {
  int depth = 0;
  for (std::size_t i = variable.size(); i-- > 1;) {
    depth += (variable[i] == '>') - (variable[i] == '<');
    if (depth == 0 && variable[i] == ':' && variable[i - 1] == ':') return variable.substr(0, i - 1);
  }
  return {};
}

std::vector<std::vector<const Finding*>> GroupByCause(const std::vector<const Finding*>& findings) {
  std::vector<Sides> sides;
  std::vector<std::set<std::string>> waits;
  std::vector<std::string> variables;
  for (const Finding* finding : findings) {
    sides.push_back(SidesOf(*finding));
    waits.push_back(WaitsOf(*finding));
    variables.push_back(VariableOf(*finding, sides.back()));
  }
  std::vector<std::size_t> root(findings.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](std::size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  for (std::size_t i = 0; i < findings.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (find(i) != find(j) && (OneCause(sides[i], sides[j]) || (!waits[i].empty() && waits[i] == waits[j]) ||
                                 (!variables[i].empty() && variables[i] == variables[j])))
        root[std::max(find(i), find(j))] = std::min(find(i), find(j));
  std::map<std::size_t, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < findings.size(); ++i) members[find(i)].push_back(i);
  std::vector<std::vector<const Finding*>> out;
  for (auto& [first, group] : members) {
    auto& list = out.emplace_back();
    const auto rank = [&](std::size_t i) {
      return sides[i].in_library ? 2 : findings[i]->kind == FindingKind::kAtomicity ? 1 : 0;
    };
    std::ranges::sort(group, {}, [&](std::size_t i) { return std::pair(rank(i), i); });
    for (const std::size_t i : group) list.push_back(findings[i]);
  }
  std::vector<std::vector<const Finding*>> ordered;
  const auto fails = [](const Finding& f) { return f.kind != FindingKind::kRace && f.kind != FindingKind::kAtomicity; };
  for (const bool failure : {true, false})
    for (auto& group : out)
      if (!group.empty() && fails(*group[0]) == failure) ordered.push_back(std::move(group));
  return ordered;
}

std::vector<std::vector<const Finding*>> GroupByCause(const std::vector<Finding>& findings) {
  std::vector<const Finding*> list;
  list.reserve(findings.size());
  for (const Finding& finding : findings) list.push_back(&finding);
  return GroupByCause(list);
}

ByCause LeadsFirst(const std::vector<const Finding*>& findings) {
  std::map<const Finding*, std::size_t> index;
  for (std::size_t i = 0; i < findings.size(); ++i) index[findings[i]] = i;
  ByCause out;
  std::vector<std::size_t> others;
  for (const auto& group : GroupByCause(findings))
    for (const Finding* finding : group) (finding == group[0] ? out.order : others).push_back(index.at(finding));
  out.leads = out.order.size();
  out.order.insert(out.order.end(), others.begin(), others.end());
  return out;
}

const FindingSite* MainSite(const Finding& finding) {
  const FindingSite *join = nullptr, *any = nullptr;
  bool below_join = false;  // callers of a place follow it
  for (const FindingSite& site : finding.sites) {
    if (!site.role.empty()) below_join = IsJoin(site);
    if (site.position.file.empty()) continue;
    if (!site.position.in_library && !below_join) return &site;
    if (!site.position.in_library && join == nullptr) join = &site;
    if (any == nullptr) any = &site;
  }
  return join != nullptr ? join : any;
}

}  // namespace reweave::inline findings
