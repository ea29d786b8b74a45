#include "analysis/library_names.h"

#include <algorithm>
#include <iterator>

#include "change/names.h"

namespace reweave::inline analysis {

std::string_view WithoutResult(std::string_view pretty) {
  const std::string_view name = WithoutParameters(pretty);
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '<' || c == '(' || c == '{') ++depth;
    else if (c == '>' || c == ')' || c == '}') --depth;
    else if (depth != 0) continue;
    else if (c == ' ') begin = i + 1;
    else if (name.substr(i).starts_with("operator") && (i == begin || name[i - 1] == ':')) break;  // "operator new", "operator<"
  }
  return name.substr(begin);
}

bool IsStd(std::string_view pretty) {
  const std::string_view name = WithoutResult(pretty);
  return name.starts_with("std::") || name.starts_with("__gnu_cxx::");
}

bool IsTextCode(std::string_view pretty) {
  std::string_view name = WithoutResult(pretty);
  name = name.substr(0, name.find('<'));
  return name.ends_with("basic_string") || name.ends_with("char_traits");
}

namespace {

bool IsScalar(std::string_view type) {
  static constexpr std::string_view kScalars[] = {"bool",  "char",   "short",   "int",     "long",     "unsigned", "signed",
                                                  "float", "double", "wchar_t", "char8_t", "char16_t", "char32_t", "const"};
  if (type.ends_with('*')) return true;
  while (!type.empty()) {
    const std::string_view word = type.substr(0, type.find(' '));
    if (std::ranges::find(kScalars, word) == std::end(kScalars)) return false;
    type.remove_prefix(std::min(word.size() + 1, type.size()));
  }
  return true;
}

// "ns::Box<int, char>::f" -> "int"; "": no template.
std::string_view FirstArgument(std::string_view name) {
  const std::size_t open = name.find('<');
  if (open == std::string_view::npos) return "";
  std::size_t end = open + 1;
  for (int depth = 0; end < name.size(); ++end) {
    const char c = name[end];
    if (depth == 0 && (c == ',' || c == '>')) break;
    depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
  }
  return name.substr(open + 1, end - open - 1);
}

}  // namespace

bool HoldsText(std::string_view pretty) {
  static constexpr std::string_view kCharacters[] = {"char", "wchar_t", "char8_t", "char16_t", "char32_t"};
  return std::ranges::find(kCharacters, FirstArgument(WithoutResult(pretty))) != std::end(kCharacters);
}

bool MakesUsersObject(std::string_view pretty) {
  const std::string_view name = WithoutResult(pretty);
  std::string_view type = FirstArgument(name);
  if (type.starts_with("std::_Sp_counted_ptr_inplace<")) type = FirstArgument(type);
  else if (!name.starts_with("std::make_unique<")) return false;
  return !type.empty() && !type.starts_with("std::") && !type.ends_with(']') && !IsScalar(type);
}

}  // namespace reweave::inline analysis
