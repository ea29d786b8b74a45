#include "change/names.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace reweave::inline change {

bool NamesLambda(std::string_view id) { return NextLambdaNumber(id, 0).begin != std::string_view::npos; }

std::string_view WithoutParameters(std::string_view pretty) {
  // The last parenthesis that opens at depth 0 of template arguments, not that of "operator()".
  int angle = 0, round = 0;
  std::size_t cut = std::string_view::npos;
  for (std::size_t i = 0; i < pretty.size(); ++i) {
    const char c = pretty[i];
    if (c == '<') ++angle;
    else if (c == '>' && (i == 0 || pretty[i - 1] != '-')) angle -= angle > 0;
    else if (c == '(') {
      const bool call_operator = i >= 8 && pretty.substr(i - 8, 8) == "operator" && i + 1 < pretty.size() && pretty[i + 1] == ')';
      if (angle == 0 && round == 0 && !call_operator) cut = i;
      ++round;
    } else if (c == ')') {
      round -= round > 0;
    }
  }
  return pretty.substr(0, cut);
}

std::string TemplatePattern(std::string_view pretty) {
  const std::string_view name = WithoutParameters(pretty);
  std::string out;
  int depth = 0;
  bool any = false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::string_view rest = name.substr(i);
    if (depth == 0 && rest.starts_with("operator")) {  // its own angle brackets are its name
      std::size_t end = i + 8;
      while (end < name.size() && std::string_view("<>=-!").contains(name[end])) ++end;
      // "operator< <int>" and "operator<<int>" both end in arguments.
      if (end > i + 9 && name[end - 1] == '<' && name[end - 2] != '<') --end;
      out += name.substr(i, end - i);
      i = end - 1;
      continue;
    }
    if (name[i] == '<') any = true, ++depth;
    else if (name[i] == '>') depth -= depth > 0;
    else if (depth == 0 && name[i] == ' ' && !out.ends_with("operator"))
      out.clear();  // what stood before was the type of the result
    else if (depth == 0) out += name[i];
  }
  return any ? out : std::string();
}

std::string_view EnclosingFunction(std::string_view pretty) {
  std::size_t at = std::string_view::npos;
  for (std::string_view mark : {"::$_", "::{lambda(", "::'lambda"}) {
    std::size_t found = pretty.rfind(mark);
    if (found != std::string_view::npos && (at == std::string_view::npos || found > at)) at = found;
  }
  return at == std::string_view::npos ? std::string_view{} : pretty.substr(0, at);
}

std::string WithoutNumbers(const std::string& pretty) {
  std::string out;
  for (std::size_t i = 0; i < pretty.size(); ++i) {
    out += pretty[i];
    const std::string_view before = std::string_view(pretty).substr(0, i + 1);
    if (before.ends_with('#') || before.ends_with("$_") || before.ends_with("'lambda"))
      while (i + 1 < pretty.size() && pretty[i + 1] >= '0' && pretty[i + 1] <= '9') ++i;
  }
  return out;
}

std::string Demangled(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;  // "m" would be a type
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(::abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 ? text.get() : symbol;
}

std::string RecordOfTable(std::string_view symbol) {
  constexpr std::string_view kHead = "vtable for ";
  const std::string text = Demangled(std::string(symbol.substr(0, symbol.find('@'))));  // without its unit
  return text.starts_with(kHead) ? text.substr(kHead.size()) : "";
}

}  // namespace reweave::inline change
