#include "analysis/class_hierarchy.h"

#include <algorithm>

#include "change/names.h"

namespace reweave::inline analysis {

namespace {

bool IsPointer(std::string_view type) { return type.ends_with('*') || type.ends_with('&'); }

// Takes one parameter of the compiled function; objects by value may take none, one or two.
bool IsOne(std::string_view type) {
  static constexpr std::string_view kWords[] = {"bool", "char", "short", "int", "long", "unsigned", "signed", "float", "double"};
  if (IsPointer(type)) return true;
  while (!type.empty()) {
    const std::string_view word = type.substr(0, type.find(' '));
    if (std::ranges::find(kWords, word) == std::end(kWords)) return false;
    type.remove_prefix(std::min(word.size() + 1, type.size()));
  }
  return true;
}

// "ns::Box const*" -> "ns::Box"; "" for pointers to pointers.
std::string Pointee(std::string_view type) {
  if (!IsPointer(type)) return "";
  while (type.ends_with('&')) type.remove_suffix(1);
  if (type.ends_with('*')) type.remove_suffix(1);
  for (std::string_view word : {" const", " volatile"})
    if (type.ends_with(word)) type.remove_suffix(word.size());
  return IsPointer(type) ? "" : std::string(type);
}

}  // namespace

std::vector<std::string_view> ParameterTypes(std::string_view pretty) {
  std::string_view list = pretty.substr(WithoutParameters(pretty).size());
  if (!list.starts_with('(')) return {};
  std::vector<std::string_view> out;
  int depth = 0;
  std::size_t begin = 1;
  const auto add = [&](std::size_t end) {
    std::string_view type = list.substr(begin, end - begin);
    while (type.starts_with(' ')) type.remove_prefix(1);
    if (!type.empty()) out.push_back(type);
    begin = end + 1;
  };
  for (std::size_t i = 1; i < list.size(); ++i) {
    const char c = list[i];
    if (c == '<' || c == '(' || c == '{') ++depth;
    else if (depth == 0 && c == ')') return add(i), out;
    else if (c == '>' || c == ')' || c == '}') --depth;
    else if (depth == 0 && c == ',') add(i);
  }
  return {};
}

ClassHierarchy::ClassHierarchy(const std::vector<RecordFacts>& records, const std::vector<TableFacts>& tables) {
  // Several files may have a class of one name: an object of it may be any of them.
  for (const RecordFacts& record : records) {
    auto& bases = bases_[record.name];
    bases.insert(bases.end(), record.bases.begin(), record.bases.end());
  }
  for (const RecordFacts& record : records) {
    std::vector<std::string> work{record.name};
    std::unordered_set<std::string> seen;
    while (!work.empty()) {
      std::string base = std::move(work.back());
      work.pop_back();
      if (!seen.insert(base).second) continue;
      derived_[base].insert(record.name);
      const auto& more = BasesOf(base);
      work.insert(work.end(), more.begin(), more.end());
    }
  }
  for (const TableFacts& table : tables)
    if (const std::string& name = ClassOfTable(table.name); !name.empty()) with_table_.insert(name);
}

const std::vector<std::string>& ClassHierarchy::BasesOf(const std::string& record) const {
  static const std::vector<std::string> none;
  const auto found = bases_.find(record);
  return found == bases_.end() ? none : found->second;
}

const std::unordered_set<std::string>& ClassHierarchy::DerivedFrom(const std::string& record) const {
  static const std::unordered_set<std::string> none;
  const auto found = derived_.find(record);
  return found == derived_.end() ? none : found->second;
}

const std::string& ClassHierarchy::ClassOfTable(const std::string& table) {
  const auto [entry, fresh] = tables_.try_emplace(table);
  if (fresh && table.starts_with("_ZTV"))
    if (std::string name = RecordOfTable(table); bases_.contains(name)) entry->second = std::move(name);
  return entry->second;
}

std::vector<std::string> ClassHierarchy::ParameterClasses(const FunctionFacts& function) const {
  const std::vector<std::string_view> types = ParameterTypes(function.pretty);
  std::vector<std::string> out(function.flows.parameters);
  // One more in front: `this`, or where the result goes. Which of the two, only some declarations tell.
  const std::size_t first = function.flows.parameters - std::min<std::size_t>(function.flows.parameters, types.size());
  if (first > 1 || first + types.size() != out.size() || !std::ranges::all_of(types, IsOne)) return out;
  for (std::size_t i = 0; i < types.size(); ++i)
    if (std::string name = Pointee(types[i]); with_table_.contains(name)) out[first + i] = std::move(name);
  if (first == 1 && function.virtual_slot >= 0 && with_table_.contains(function.record)) out[0] = function.record;
  return out;
}

}  // namespace reweave::inline analysis
