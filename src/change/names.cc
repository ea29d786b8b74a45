#include "change/names.h"

#include <cxxabi.h>

#include <cctype>
#include <cstdlib>
#include <memory>

namespace reweave::inline change {
namespace {

bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// Where the numbers of "$_7" and "UlvE7_" stand; npos if there is none from `from` on.
struct Number {
  std::size_t begin = std::string_view::npos, end = 0;
};
Number NextNumber(std::string_view id, std::size_t from) {
  for (std::size_t i = from; i + 1 < id.size(); ++i) {
    if (id[i] == '$' && id[i + 1] == '_') {
      std::size_t end = i + 2;
      while (end < id.size() && IsDigit(id[end])) ++end;
      return {i + 2, end};
    }
    if (id[i] == 'U' && id[i + 1] == 'l') {
      std::size_t e = id.find('E', i);
      std::size_t end = e == std::string_view::npos ? id.size() : e + 1;
      while (end < id.size() && IsDigit(id[end])) ++end;
      if (end < id.size() && id[end] == '_') return {e + 1, end};
    }
  }
  return {};
}

}  // namespace

std::string WithoutLambdaNumbers(std::string_view id) {
  std::string out;
  std::size_t at = 0;
  for (Number number; (number = NextNumber(id, at)).begin != std::string_view::npos; at = number.end)
    out += id.substr(at, number.begin - at);
  return out += id.substr(at);
}

bool NamesLambda(std::string_view id) { return NextNumber(id, 0).begin != std::string_view::npos; }

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

std::string Demangled(const std::string& symbol) {
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
