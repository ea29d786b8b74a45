#include "findings/readable_names.h"

#include <array>
#include <vector>

namespace reweave::inline findings {

namespace {

// The library's template arguments that have defaults.
constexpr std::string_view kDefaults[] = {"std::allocator<",
                                          "std::less<",
                                          "std::hash<",
                                          "std::equal_to<",
                                          "std::char_traits<",
                                          "std::default_delete<",
                                          "std::pmr::polymorphic_allocator<"};

struct Alias {
  std::string_view written, meant;
};
constexpr Alias kAliases[] = {{"std::basic_string<char>", "std::string"},
                              {"std::basic_string_view<char>", "std::string_view"},
                              {"std::basic_ostream<char>", "std::ostream"},
                              {"std::basic_istream<char>", "std::istream"},
                              {"std::basic_stringstream<char>", "std::stringstream"}};

void Replace(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) text.replace(at, what.size(), by);
}

// Behind the template argument that begins at `from`: its comma or closing bracket.
std::size_t EndOfArgument(std::string_view text, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] == '<' || text[i] == '(') ++depth;
    if (text[i] == '>' || text[i] == ')') {
      if (depth == 0) return i;
      --depth;
    }
    if (text[i] == ',' && depth == 0) return i;
  }
  return text.size();
}

void DropDefaults(std::string& text) {
  for (std::size_t comma = 0; (comma = text.find(", ", comma)) != std::string::npos;) {
    const std::string_view argument = std::string_view(text).substr(comma + 2);
    bool drop = false;
    for (const std::string_view word : kDefaults) drop |= argument.starts_with(word);
    const std::size_t end = drop ? EndOfArgument(text, comma + 2) : 0;
    // An argument of a template, and nothing but that type.
    if (drop && end < text.size() && (text[end] == ',' || text[end] == '>') && text[end - 1] == '>')
      text.erase(comma, end - comma);
    else comma += 2;
  }
}

}  // namespace

std::string ReadableName(std::string_view name) {
  std::string text(name);
  Replace(text, "[abi:cxx11]", "");
  Replace(text, "std::__cxx11::", "std::");
  Replace(text, "std::__1::", "std::");
  while (text.find("> >") != std::string::npos && text.find("operator> >") == std::string::npos) Replace(text, "> >", ">>");
  DropDefaults(text);
  for (const Alias& alias : kAliases) Replace(text, alias.written, alias.meant);
  return text;
}

bool IsLibraryName(std::string_view name) {
  return name.starts_with("std::") || name.starts_with("__gnu_cxx::") || name.starts_with("__cxxabiv1::");
}

}  // namespace reweave::inline findings
