#include "gen/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace reweave::gen {

namespace {

// A printed value, taken apart.
struct Node {
  std::string text;         // all of it
  char mark = 0;            // '{' a list, '#' an alternative of a variant, '*' what a pointer owns
  std::size_t index = 0;    // of the alternative
  std::vector<Node> items;  // of a list; the value of an alternative or of a pointer
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Node Read() {
    Node out;
    const std::size_t begin = at_;
    out.mark = at_ < text_.size() ? text_[at_] : '\0';
    if (out.mark == '{') {
      ++at_;
      while (at_ < text_.size() && text_[at_] != '}') {
        out.items.push_back(Read());
        while (at_ < text_.size() && (text_[at_] == ',' || text_[at_] == ' ')) ++at_;
      }
      ++at_;
    } else if (out.mark == '#') {
      for (++at_; at_ < text_.size() && text_[at_] != ' '; ++at_)
        out.index = out.index * 10 + static_cast<std::size_t>(text_[at_] - '0');
      ++at_;
      out.items.push_back(Read());
    } else if (out.mark == '*') {
      ++at_;
      out.items.push_back(Read());
    } else {
      out.mark = 0;
      if (at_ < text_.size() && text_[at_] == '"') SkipString();
      while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != '}') ++at_;
    }
    at_ = std::min(at_, text_.size());
    out.text = text_.substr(begin, at_ - begin);
    return out;
  }

 private:
  void SkipString() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// A literal that is the value.
bool IsLiteral(const Type& type, const Node& node) {
  if (type.kind == "string" || type.kind == "string_view") return node.text.find("\\000") == std::string::npos;
  if (type.kind == "pair" || type.kind == "tuple") {
    for (std::size_t i = 0; i < type.of.size(); ++i)
      if (i >= node.items.size() || !IsLiteral(type.of[i], node.items[i])) return false;
    return true;
  }
  if (type.kind == "container" && type.of.size() == 1)
    return std::ranges::all_of(node.items, [&](const Node& item) { return IsLiteral(type.of[0], item); });
  if (type.kind == "map" && type.of.size() == 2)
    return std::ranges::all_of(node.items, [&](const Node& item) {
      return item.items.size() == 2 && IsLiteral(type.of[0], item.items[0]) && IsLiteral(type.of[1], item.items[1]);
    });
  return type.kind == "bool" || (type.kind == "int" && node.text != "-9223372036854775808");
}

// The bytes between the quotes.
std::size_t StringSize(const std::string& literal) {
  std::size_t out = 0;
  for (std::size_t i = 1; i + 1 < literal.size(); ++i, ++out)
    if (literal[i] == '\\') i += literal[i + 1] >= '0' && literal[i + 1] <= '9' ? 3 : 1;
  return out;
}

class Comparer {
 public:
  explicit Comparer(const std::map<std::string, Type>& records) : records_(records) {}

  void Add(const Type& type, const std::string& left, const Node& node) {
    const std::string& value = node.text;
    if (const auto record = records_.find(type.value); type.kind == "record" && record != records_.end())
      Record(record->second, left, node);
    else if (type.kind == "optional" && value != "std::nullopt" && !type.of.empty()) Optional(type, left, node);
    else if (node.mark == '#') Variant(type, left, node);
    else if (node.mark == '*') Owner(type, left, node);
    else if (node.mark == '{') List(type, left, node);
    else Scalar(type, left, value);
  }

  std::vector<std::string> conditions;

 private:
  template <typename... A>
  void Put(fmt::format_string<A...> text, A&&... arguments) {
    conditions.push_back(fmt::format(text, std::forward<A>(arguments)...));
  }

  static std::string Member(const std::string& left, const std::string& access) {
    const bool pointer = left.starts_with("(*") && left.ends_with(")") && left.find_first_of(".>[ ", 2) == std::string::npos;
    return pointer ? left.substr(2, left.size() - 3) + "->" + access.substr(1) : left + access;
  }

  void Record(const Type& type, const std::string& left, const Node& node) {
    for (std::size_t i = 0; i < type.observed.size() && i < node.items.size(); ++i)
      Add(type.observed[i], Member(left, type.observed_by[i]), node.items[i]);
  }

  void Optional(const Type& type, const std::string& left, const Node& node) {
    if (type.of[0].kind == "float" || IsLiteral(type.of[0], node))
      if (node.mark == 0) return Scalar(type.of[0].kind == "bool" ? Type{} : type.of[0], left, node.text);
    Put("{}.has_value()", left);
    Add(type.of[0], "(*" + left + ")", node);
  }

  void Variant(const Type& type, const std::string& left, const Node& node) {
    Put("{}.index() == {}", left, node.index);
    if (node.index < type.of.size() && node.items[0].text != "{}")
      Add(type.of[node.index], fmt::format("std::get<{}>({})", node.index, left), node.items[0]);
  }

  void Owner(const Type& type, const std::string& left, const Node& node) {
    Put("{} != nullptr", left);
    if (!type.of.empty()) Add(type.of[0], "(*" + left + ")", node.items[0]);
  }

  void List(const Type& type, const std::string& left, const Node& node) {
    // What it holds need not be comparable.
    if ((type.kind == "container" || type.kind == "map") && node.items.empty()) return Put("{}.empty()", left);
    if (type.kind != "array" && IsLiteral(type, node)) return Put("{} == {}{}", left, type.value, node.text);
    if (type.kind == "pair" && type.of.size() == 2 && node.items.size() == 2) {
      Add(type.of[0], left + ".first", node.items[0]);
      Add(type.of[1], left + ".second", node.items[1]);
    } else if (type.kind == "tuple") {
      for (std::size_t i = 0; i < type.of.size() && i < node.items.size(); ++i)
        Add(type.of[i], fmt::format("std::get<{}>({})", i, left), node.items[i]);
    } else {
      Elements(type, left, node);
    }
  }

  void Elements(const Type& type, const std::string& left, const Node& node) {
    const bool indexed = type.kind == "array" || type.value.starts_with("std::vector<") || type.value.starts_with("std::deque<");
    if (type.kind != "array" && indexed) Put("{}.size() == {}", left, node.items.size());
    else if (type.kind != "array") Put("std::distance({0}.begin(), {0}.end()) == {1}", left, node.items.size());
    if (type.of.empty() || type.value.find("unordered_") != std::string::npos) return;  // no order to compare by
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const std::string element = indexed ? fmt::format("{}[{}]", left, i) : fmt::format("std::next({}.begin(), {})", left, i);
      if (type.kind != "map" || type.of.size() < 2 || node.items[i].items.size() != 2) {
        Add(type.of[0], indexed ? element : "(*" + element + ")", node.items[i]);
        continue;
      }
      Add(type.of[0], element + "->first", node.items[i].items[0]);
      Add(type.of[1], element + "->second", node.items[i].items[1]);
    }
  }

  void Scalar(const Type& type, const std::string& left, const std::string& value) {
    if (type.kind == "bool") return Put("{}{}", value == "true" ? "" : "!", left);
    if (type.kind == "enum") return Put("static_cast<long>({}) == {}", left, value);
    if (type.kind == "duration") return Put("{}.count() == {}", left, value);
    if (value == "-9223372036854775808") return Put("{} == std::numeric_limits<long>::min()", left);
    if (type.kind == "float") return Number(left, value);
    if (value.starts_with("\"") && value.find("\\000") != std::string::npos)
      return Put("{} == std::string_view({}, {})", left, value, StringSize(value));
    Put("{} == {}", left, value);
  }

  void Number(const std::string& left, const std::string& value) {
    const std::string infinity = "std::numeric_limits<double>::infinity()";
    if (value.find("nan") != std::string::npos) Put("std::isnan({})", left);
    else if (value.find("inf") != std::string::npos) Put("{} == {}{}", left, value.starts_with("-") ? "-" : "", infinity);
    else Put("{} == {}{}", left, value, value.find_first_of(".e") == std::string::npos ? ".0" : "");
  }

  const std::map<std::string, Type>& records_;
};

}  // namespace

std::string EqualText(const Type& type, const std::map<std::string, Type>& records, const std::string& left,
                      const std::string& value) {
  Comparer comparer(records);
  comparer.Add(type, left, Reader(value).Read());
  return fmt::format("{}", fmt::join(comparer.conditions, " && "));
}

bool IsAssignedLater(const Type& type) {
  if (type.kind == "record") return type.has_default && type.aggregate;
  if (type.kind != "pair" && type.kind != "tuple" && type.kind != "variant" && type.kind != "array") return true;
  return std::ranges::all_of(type.of, IsAssignedLater);
}

}  // namespace reweave::gen
