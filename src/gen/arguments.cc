#include "gen/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>

namespace reweave::gen {

namespace {

constexpr int kDeepest = 3;
constexpr std::size_t kMostValues = 8;

Value Same(const std::string& text) { return {text, text}; }

std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') out += "\\n";
    else out += c;
  }
  return out + "\"";
}

// Type and what its braces hold.
Value Braced(const Type& type, const std::string& inside) {
  return {type.value + "{" + inside + "}", type.value + "{" + inside + "}"};
}

// As a person writes it: std::chrono::milliseconds.
std::string DurationName(const std::string& type) {
  static const std::map<std::string, std::string> names = {{"<long>", "seconds"},
                                                           {"<long, std::ratio<1, 1>>", "seconds"},
                                                           {"<long, std::ratio<1, 1000>>", "milliseconds"},
                                                           {"<long, std::ratio<1, 1000000>>", "microseconds"},
                                                           {"<long, std::ratio<1, 1000000000>>", "nanoseconds"},
                                                           {"<long, std::ratio<60>>", "minutes"},
                                                           {"<long, std::ratio<60, 1>>", "minutes"},
                                                           {"<long, std::ratio<3600>>", "hours"},
                                                           {"<long, std::ratio<3600, 1>>", "hours"}};
  constexpr std::string_view kTemplate = "std::chrono::duration";
  const auto found = names.find(type.substr(std::min(type.size(), kTemplate.size())));
  return type.starts_with(kTemplate) && found != names.end() ? "std::chrono::" + found->second : type;
}

// Inside braces or parentheses of its own type a number needs no cast.
const std::string& Inside(const Type& type, const Value& value) { return type.kind == "int" ? value.plain : value.typed; }

// A new object that a smart pointer owns, made in its place: the object may be one that cannot be copied or moved.
std::string NewObject(const Type& pointer, const Value& value) {
  const Type& object = pointer.of[0];
  const std::string make =
      fmt::format("{}<{}>", pointer.kind == "unique_ptr" ? "std::make_unique" : "std::make_shared", object.value);
  const std::string& text = value.typed;
  if (object.kind != "record" || !text.starts_with(object.value)) return fmt::format("{}({})", make, Inside(object, value));
  const std::string rest = text.substr(object.value.size());
  if (rest == "{}") return make + "()";
  if (rest.starts_with("(") && rest.ends_with(")")) return make + rest;
  return object.copies || object.moves ? fmt::format("{}({})", make, text) : fmt::format("{}(new {})", pointer.value, text);
}

// What a span looks at: numbers that live as long as the object.
Type BehindSpan(const Type& span) {
  Type out;
  out.of = span.of;
  const std::string& element = span.of.at(0).value;
  const auto comma = span.value.rfind(',');
  const std::string extent = comma == std::string::npos ? "" : span.value.substr(comma + 1, span.value.size() - comma - 2);
  const bool fixed = !extent.empty() && extent.find_first_not_of(" 0123456789") == std::string::npos && extent.size() < 10;
  out.kind = fixed ? "array" : "container";
  out.text = out.value = fixed ? fmt::format("std::array<{},{}>", element, extent) : fmt::format("std::vector<{}>", element);
  return out;
}

Type Number() {
  Type out;
  out.text = out.value = "int";
  out.kind = "int";
  out.bits = 32;
  out.is_signed = true;
  return out;
}

// An expression that somebody else wrote.
Value Converted(const Type& type, const std::string& text) {
  if (type.kind == "record" || type.kind == "subject") return Same(text);
  return {fmt::format("static_cast<{}>({})", type.value, text), text};
}

bool FitsIn(const Type& type, long number) {
  if (number < 0) return type.is_signed;
  const int bits = type.bits - (type.is_signed ? 1 : 0);
  return type.bits <= 1 || bits >= 63 || (number >> bits) == 0;
}

bool UsesObject(const Value& value) { return value.typed.find(kObject) != std::string::npos; }

}  // namespace

std::string WithObject(const std::string& text, const std::string& object, bool pointer) {
  std::string out = text;
  const std::string_view mark = kObject;
  for (auto at = out.find(mark); at != std::string::npos; at = out.find(mark, at + object.size())) {
    const bool member = at + mark.size() < out.size() && out[at + mark.size()] == '.';
    const bool captured = at > 1 && out.substr(at - 2, 2) == "[&";
    if (pointer && member) out.replace(at, mark.size() + 1, object + "->");
    else out.replace(at, mark.size(), pointer && !captured ? "*" + object : object);
  }
  return out;
}

std::vector<Value> Arguments::Numbers(const Type& type) const {
  std::vector<long> numbers = {1, 0, 2};
  for (const long literal : pools_.ints) numbers.push_back(literal);
  for (const long literal : model_.int_literals) numbers.push_back(literal);
  numbers.push_back(7);
  if (type.is_signed) numbers.push_back(-1);
  std::vector<Value> out;
  std::vector<long> seen;
  for (const long number : numbers) {
    if (std::ranges::find(seen, number) != seen.end() || out.size() + 1 >= kMostValues) continue;
    if (!FitsIn(type, number)) continue;
    seen.push_back(number);
    const std::string text = fmt::format("{}", number);
    out.push_back({type.value == "int" ? text : fmt::format("static_cast<{}>({})", type.value, text), text});
  }
  const std::string most = fmt::format("std::numeric_limits<{}>::max()", type.value);
  out.push_back(Same(most));
  return out;
}

std::vector<Value> Arguments::Strings(const Type& type) const {
  std::vector<std::string> texts = {"a", "b", ""};
  for (const std::string& literal : pools_.strings) texts.push_back(literal);
  for (const std::string& literal : model_.string_literals) texts.push_back(literal);
  texts.push_back("key1");
  std::vector<Value> out;
  for (const std::string& text : texts) {
    if (out.size() >= kMostValues) break;
    const std::string quoted = Quoted(text);
    const bool known = std::ranges::any_of(out, [&](const Value& v) { return v.plain == quoted; });
    if (known) continue;
    if (type.kind == "cstring") out.push_back(Same(quoted));
    else out.push_back({fmt::format("{}({})", type.kind == "string" ? "std::string" : "std::string_view", quoted), quoted});
  }
  return out;
}

std::vector<Value> Arguments::Records(const Type& type, int depth) const {
  std::vector<Value> out;
  if (!type.complete || type.is_abstract) return out;
  if (type.has_default) out.push_back(Same(type.value + "{}"));
  for (const auto& parameters : type.constructors) {
    if (parameters.empty() || out.size() >= 4) continue;
    std::vector<std::vector<Value>> parts;
    for (const Type& parameter : parameters) {
      const bool object = parameter.kind == "subject" && parameter.ref == "&";
      if (object) parts.push_back({Same(kObject)});
      else parts.push_back(parameter.is_out() ? std::vector<Value>() : ValuesOf(parameter, depth + 1));
    }
    if (std::ranges::any_of(parts, [](const auto& values) { return values.empty(); })) continue;
    for (std::size_t round = 0; round < 2; ++round) {
      std::vector<std::string> words;
      words.reserve(parts.size());
      for (const auto& values : parts) words.push_back(values[std::min(round, values.size() - 1)].typed);
      out.push_back(Same(fmt::format("{}({})", type.value, fmt::join(words, ", "))));
    }
  }
  return out;
}

std::vector<std::pair<std::string, bool>> Arguments::CallsBack() const {
  std::vector<std::pair<std::string, bool>> out;
  for (const bool is_const : {true, false})
    for (const Callable& method : model_.methods)
      if (!model_.c_style && method.is_const == is_const && method.parameters.empty() && method.why_not.empty() &&
          !method.is_static && !method.copies && method.template_of.empty() && !method.name.starts_with("operator")) {
        out.emplace_back(fmt::format("static_cast<void>({}.{}());", kObject, method.name), !is_const);
        break;
      }
  return out;
}

std::vector<Value> Arguments::Functions(const Type& type, int depth) const {
  std::string body;
  if (type.kind == "callable") {
    body = " return true; ";
  } else if (!type.returns.empty() && type.returns[0].kind != "void") {
    const auto values = ValuesOf(type.returns[0], depth + 1);
    if (values.empty() || type.returns[0].ref == "&") return {};
    body = " return " + values[0].typed + "; ";
  }
  std::vector<std::string> parameters;
  parameters.reserve(type.of.size());
  for (const Type& parameter : type.of) parameters.push_back(parameter.text);
  if (type.kind == "callable") parameters = {"auto&&..."};
  const std::string list = parameters.empty() ? "" : fmt::format("({})", fmt::join(parameters, ", "));
  const std::string lambda = fmt::format("[]{} {{{}}}", list, body);
  if (type.kind == "function_pointer") return {Same("+" + lambda)};
  const auto value = [&](const std::string& text) {
    return type.kind == "callable" ? Same(text) : Value{fmt::format("{}({})", type.value, text), text};
  };
  std::vector<Value> out = {value(lambda)};
  for (const auto& [call, changes] : CallsBack()) {
    out.push_back(
        value(fmt::format("[&{}]{} {{ {}{} }}", kObject, list, call, body.empty() ? "" : body.substr(0, body.size() - 1))));
    out.back().calls_back = changes;
  }
  return out;
}

std::vector<Value> Arguments::Library(const Type& type, int depth) const {
  std::vector<Value> out;
  const auto first = [&](std::size_t i) { return i < type.of.size() ? ValuesOf(type.of[i], depth + 1) : std::vector<Value>(); };
  const std::vector<Value> one = first(0);
  if (type.kind == "container") {
    out.push_back(Braced(type, ""));
    if (!one.empty() && type.of[0].kind != "unique_ptr") out.push_back(Braced(type, Inside(type.of[0], one[0])));
    if (one.size() > 1 && type.of[0].kind != "unique_ptr")
      out.push_back(Braced(type, Inside(type.of[0], one[0]) + ", " + Inside(type.of[0], one[1])));
  } else if (type.kind == "map") {
    const std::vector<Value> two = first(1);
    out.push_back(Braced(type, ""));
    if (!one.empty() && !two.empty() && type.of[1].kind != "unique_ptr")
      out.push_back(Braced(type, fmt::format("{{{}, {}}}", one[0].typed, two[0].typed)));
  } else if (type.kind == "optional") {
    for (std::size_t i = 0; i < one.size() && i < 2; ++i) out.push_back({type.value + "(" + one[i].typed + ")", one[i].plain});
    out.push_back({type.value + "()", "std::nullopt"});
  } else if (type.kind == "pair" || type.kind == "tuple") {
    for (std::size_t round = 0; round < 2; ++round) {
      std::vector<std::string> words;
      for (std::size_t i = 0; i < type.of.size(); ++i) {
        const auto values = first(i);
        if (values.empty()) return {};
        words.push_back(values[std::min(round, values.size() - 1)].typed);
      }
      out.push_back(Braced(type, fmt::format("{}", fmt::join(words, ", "))));
    }
  } else if (type.kind == "variant") {
    if (!one.empty()) out.push_back(Braced(type, one[0].typed));
  } else if (type.kind == "unique_ptr" || type.kind == "shared_ptr") {
    for (std::size_t i = 0; i < one.size() && i < 2; ++i) out.push_back(Same(NewObject(type, one[i])));
    if (one.empty()) out.push_back(Same(type.value + "()"));
  } else if (type.kind == "duration") {
    for (const char* count : {"(1)", "(0)", "(5)"}) out.push_back(Same(DurationName(type.value) + count));
  } else {
    out.push_back(Same(type.value + "{}"));  // array, weak_ptr, time_point: empty
  }
  return out;
}

std::vector<Value> Arguments::ValuesOf(const Type& type, int depth) const {
  if (depth > kDeepest) return {};
  std::vector<Value> out;
  for (const std::string& key : {type.value, type.text})
    if (const auto found = pools_.by_type.find(key); found != pools_.by_type.end())
      for (const std::string& text : found->second) out.push_back(Converted(type, text));
  const auto add = [&](std::vector<Value> more) { out.insert(out.end(), more.begin(), more.end()); };
  if (type.kind == "bool") add({Same("true"), Same("false")});
  else if (type.kind == "int" && type.is_char) add({Same("'a'"), Same("'b'")});
  else if (type.kind == "int") add(Numbers(type));
  else if (type.kind == "float") {
    for (const char* text : {"1.0", "0.0", "-1.5"}) out.push_back({fmt::format("static_cast<{}>({})", type.value, text), text});
  } else if (type.kind == "enum") {
    for (std::size_t i = 0; i < type.enumerators.size() && i < 4; ++i) out.push_back(Same(type.enumerators[i]));
  } else if (type.kind == "string" || type.kind == "string_view" || type.kind == "cstring") add(Strings(type));
  else if (type.kind == "nullptr") out.push_back(Same("nullptr"));
  else if (type.kind == "record" || type.kind == "subject") add(Records(type, depth));
  else if (type.kind == "function" || type.kind == "function_pointer" || type.kind == "callable") add(Functions(type, depth));
  else if (type.kind == "pointer" || type.kind == "void_pointer")
    out.push_back({fmt::format("static_cast<{}>(nullptr)", type.value), "nullptr"});
  else if (type.kind != "other" && type.kind != "void") add(Library(type, depth));
  if (out.size() > kMostValues) out.resize(kMostValues);
  return out;
}

std::vector<Value> Arguments::Given(const Callable& callable, std::size_t index, const Type& type) const {
  std::vector<Value> out;
  const std::string& name = callable.parameters[index].name;
  if (const auto found = pools_.by_type.find(name); !name.empty() && found != pools_.by_type.end())
    for (const std::string& text : found->second) out.push_back(Converted(type, text));
  const auto mined = pools_.mined.find({callable.name, index});
  if (mined == pools_.mined.end()) return out;
  const bool text = type.kind == "string" || type.kind == "string_view" || type.kind == "cstring";
  const bool number = (type.kind == "int" && !type.is_char) || type.kind == "float";
  for (const std::string& literal : mined->second) {
    if (IsStringLiteral(literal) ? !text : !number) continue;
    if (number && type.kind == "int" && !FitsIn(type, std::atol(literal.c_str()))) continue;
    if (text && type.kind != "cstring") out.push_back({fmt::format("std::{}({})", type.kind, literal), literal});
    else out.push_back(text ? Same(literal) : Converted(type, literal));
  }
  return out;
}

std::optional<Argument> Arguments::OfParameter(const Callable& callable, std::size_t index, bool has_object) const {
  const Parameter& parameter = callable.parameters[index];
  Argument out;
  out.type = parameter.type;
  if (parameter.type.kind == "pointer" || parameter.type.kind == "void_pointer") {
    out.lasting = out.pointer = true;
    out.type = parameter.type.kind == "pointer" ? parameter.type.of.at(0) : Number();  // what somebody's void* points to
    out.out = !out.type.is_const;
  } else if (parameter.type.kind == "span" && !parameter.type.of.empty()) {
    out.lasting = true;
    out.type = BehindSpan(parameter.type);
    out.out = !parameter.type.of[0].is_const;
  } else if (parameter.type.is_out()) {
    out.lasting = out.out = true;
  }
  if (has_object && out.type.kind == "subject" && (out.pointer || parameter.type.ref == "&")) {
    out.lasting = out.other = true;
    out.out = false;
    out.values.push_back(Same("other"));
  } else {
    out.values = Given(callable, index, out.type);
    for (Value& value : ValuesOf(out.type, 0)) {
      const auto same = [&](const Value& known) { return known.plain == value.plain; };
      if (out.values.size() < kMostValues && std::ranges::none_of(out.values, same)) out.values.push_back(std::move(value));
    }
    if (!has_object || out.lasting) std::erase_if(out.values, UsesObject);  // there is no object yet
  }
  if (out.values.empty()) return std::nullopt;
  if (out.pointer) out.values.push_back({"nullptr", "nullptr", true});
  const bool moves = out.type.kind == "unique_ptr" || (out.type.kind == "record" && !out.type.copies);
  out.moved = !out.lasting && (parameter.type.ref == "&&" || (parameter.type.ref.empty() && moves));
  return out;
}

std::optional<std::vector<Argument>> Arguments::Of(const Callable& callable, std::string& why_not, bool has_object) const {
  std::vector<Argument> out;
  for (std::size_t i = 0; i < callable.parameters.size(); ++i) {
    const Parameter& parameter = callable.parameters[i];
    std::optional<Argument> argument = OfParameter(callable, i, has_object);
    if (!argument && parameter.has_default) break;
    if (!argument) {
      why_not = fmt::format("no value of type {} can be made; give one with --value 'TYPE=EXPRESSION'", parameter.type.text);
      return std::nullopt;
    }
    out.push_back(std::move(*argument));
  }
  if (out.size() > 8) {
    why_not = "more than 8 parameters";
    return std::nullopt;
  }
  return out;
}

}  // namespace reweave::gen
