#include "gen/outcome.h"

#include <algorithm>
#include <tuple>

namespace reweave::gen {

namespace {

std::string_view NextLine(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// No part of it is "?"; in a string that is a character like others.
bool IsComparable(std::string_view value) {
  bool quoted = false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '"') quoted = !quoted;
    else if (quoted && value[i] == '\\') ++i;
    else if (!quoted && value[i] == '?') return false;
  }
  return true;
}

// The order says the same for each of the parts.
bool Agrees(const Outcome& seen, const Outcome& order, const std::vector<std::string>& names) {
  return std::ranges::all_of(names, [&](const std::string& name) {
    const std::string *a = PartOf(seen, name), *b = PartOf(order, name);
    return a != nullptr && b != nullptr && *a == *b;
  });
}

bool ExplainedBy(const Outcome& seen, const std::vector<Outcome>& orders, const std::vector<std::string>& names) {
  return std::ranges::any_of(orders, [&](const Outcome& order) { return Agrees(seen, order, names); });
}

std::vector<std::string> CommonNames(const Outcome& seen, const std::vector<Outcome>& orders) {
  std::vector<std::string> out;
  for (const auto& [name, value] : seen.parts)
    if (std::ranges::all_of(orders, [&](const Outcome& order) { return PartOf(order, name) != nullptr; })) out.push_back(name);
  return out;
}

}  // namespace

const std::string* PartOf(const Outcome& outcome, const std::string& name) {
  for (const auto& [key, value] : outcome.parts)
    if (key == name) return &value;
  return nullptr;
}

std::vector<Outcome> ParseOutcomes(std::string_view text) {
  std::vector<Outcome> out(1);
  bool orders = false;
  while (!text.empty()) {
    const std::string_view line = NextLine(text);
    if (line.starts_with("order ")) {
      if (orders) out.back().complete = true, out.emplace_back();
      orders = true;
      continue;
    }
    if (line == "end") {
      out.back().complete = true;
      break;
    }
    if (line.starts_with("stack ")) continue;
    if (line.starts_with("constructor throw") || line.starts_with("prefix ")) {
      out.back().prefix_threw = true;
      continue;
    }
    const bool probe = line.starts_with("probe ");
    const auto name_end = line.find(' ', probe ? 6 : 0);
    if (name_end == std::string_view::npos) continue;
    std::string_view rest = line.substr(name_end + 1);
    if (rest.starts_with("throw ")) {
      if (!probe) out.back().threw = rest.substr(6), out.back().thrower = line.substr(0, name_end);
      else out.back().parts.emplace_back(line.substr(0, name_end), line.substr(name_end + 1));
      continue;
    }
    const auto word = rest.starts_with("argument ") ? rest.find(' ', 9) : rest.find(' ');
    if (word == std::string_view::npos) continue;
    const std::string_view value = rest.substr(word + 1);
    if (IsComparable(value)) out.back().parts.emplace_back(line.substr(0, name_end + 1 + word), value);
  }
  return out;
}

bool Explained(const Outcome& seen, const std::vector<Outcome>& orders) {
  return ExplainedBy(seen, orders, CommonNames(seen, orders));
}

std::vector<std::string> TellingParts(const Outcome& seen, const std::vector<Outcome>& orders,
                                      const std::function<int(const std::string&)>& rank) {
  std::vector<std::string> names = CommonNames(seen, orders);
  std::vector<std::tuple<int, std::size_t, std::string>> by_rank;
  by_rank.reserve(names.size());
  for (const std::string& name : names) by_rank.emplace_back(rank ? rank(name) : 0, by_rank.size(), name);
  std::ranges::sort(by_rank);
  for (const auto& [unused, position, name] : by_rank) {
    std::vector<std::string> fewer = names;
    std::erase(fewer, name);
    if (!ExplainedBy(seen, orders, fewer)) names = std::move(fewer);
  }
  return names;
}

}  // namespace reweave::gen
