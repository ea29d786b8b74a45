#include "gen/emit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>

namespace reweave::gen {

namespace {

constexpr const char* kThreadNames[] = {"first", "second", "third", "fourth"};

// Where a part of an outcome comes from: ("0.1 value"), ("probe 2 argument 0").
struct Source {
  bool probe = false;
  std::size_t thread = 0, call = 0;  // probe: call is its number
  int argument = -1;
};

Source SourceOf(const std::string& part) {
  Source out;
  std::string_view text(part);
  const auto number = [&] {
    std::size_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value).ptr;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
  };
  out.probe = text.starts_with("probe ");
  if (out.probe) text.remove_prefix(6);
  else out.thread = number(), text.remove_prefix(1);
  out.call = number();
  if (text.starts_with(" argument ")) text.remove_prefix(10), out.argument = static_cast<int>(number());
  return out;
}

bool IsKeyword(const std::string& word) {
  static const std::set<std::string> words = {
      "auto",  "class",    "default",  "delete", "do",       "double", "enum",   "export", "float",    "for",    "int",   "long",
      "new",   "operator", "register", "short",  "signed",   "static", "struct", "switch", "template", "this",   "throw", "try",
      "union", "unsigned", "using",    "void",   "volatile", "while",  "first",  "second", "third",    "fourth", "main",  "std"};
  return words.contains(word);
}

class Emitter {
 public:
  explicit Emitter(const EmitRequest& request) : request_(request), subject_(request.subject), model_(request.subject.model) {
    object_ = SnakeCase(model_.short_name);
    if (object_ == model_.short_name || IsKeyword(object_)) object_ = "object";
  }

  std::string Write() {
    Body();
    std::string out = Head();
    switch (request_.framework) {
      case Framework::kPlain: out += "int main() {\n" + body_ + "  return 0;\n}\n"; break;
      case Framework::kGoogleTest: out += fmt::format("TEST({}, {}) {{\n{}}}\n", request_.suite, request_.name, body_); break;
      case Framework::kCatch2:
      case Framework::kDoctest:
        out += fmt::format("TEST_CASE(\"{}: {}\") {{\n{}}}\n", request_.suite, request_.title, body_);
        break;
    }
    return out;
  }

 private:
  std::string Head() const {
    std::string out = "// " + request_.title + "\n";
    for (const std::string& note : request_.notes) out += "//\n// " + note + "\n";
    switch (request_.framework) {
      case Framework::kPlain: break;
      case Framework::kGoogleTest: out += "#include <gtest/gtest.h>\n\n"; break;
      case Framework::kCatch2:
        out += "#if __has_include(<catch2/catch_test_macros.hpp>)\n#include <catch2/catch_test_macros.hpp>\n#else\n"
               "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n#endif\n\n";
        break;
      case Framework::kDoctest: out += "#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>\n\n"; break;
    }
    std::set<std::string> standard = {"thread"};
    const auto uses = [&](const char* word, const char* header) {
      if (body_.find(word) != std::string::npos) standard.insert(header);
    };
    for (const char* word :
         {"optional", "string", "vector", "map", "set", "deque", "list", "tuple", "chrono", "array", "variant"})
      uses(fmt::format("std::{}", word).c_str(), word);
    uses("std::string_view", "string_view"), uses("std::numeric_limits", "limits"), uses("std::nullopt", "optional"),
        uses("std::function", "functional");
    uses("std::make_unique", "memory"), uses("std::make_shared", "memory"), uses("std::fprintf", "cstdio"),
        uses("std::move(", "utility");
    uses("std::pair", "utility"), uses("std::unordered_map", "unordered_map"), uses("std::unordered_set", "unordered_set");
    for (const std::string& header : standard) out += fmt::format("#include <{}>\n", header);
    return out + "\n#include " + request_.include + "\n\n";
  }

  void Line(const std::string& text) { body_ += text.empty() ? "\n" : "  " + text + "\n"; }

  // The call's arguments; variables that must last are declared on the way.
  std::string Passed(const Operation& operation, const Call& call, std::map<int, std::string>* lasting = nullptr) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const Argument& argument = operation.arguments[i];
      const Value& value = argument.values[call.arguments[i]];
      if (!argument.lasting) {
        words.push_back(operation.overloaded || !IsObvious(argument.type) ? value.typed : value.plain);
        continue;
      }
      const std::string name = fmt::format("value{}", ++values_);
      declarations_ += fmt::format("  {} {} = {};\n", argument.type.kind == "string" ? "std::string" : argument.type.value, name,
                                   IsObvious(argument.type) ? value.plain : value.typed);
      if (lasting != nullptr) (*lasting)[static_cast<int>(i)] = name;
      words.push_back((argument.pointer ? "&" : "") + name);
    }
    return fmt::format("{}", fmt::join(words, ", "));
  }

  // A literal of it converts without a word about its type.
  static bool IsObvious(const Type& type) {
    return type.kind == "bool" || type.kind == "int" || type.kind == "float" || type.kind == "string" ||
           type.kind == "string_view" || type.kind == "cstring" || type.kind == "enum" || type.kind == "optional" ||
           type.kind == "function";
  }

  std::string CallText(const Call& call, std::map<int, std::string>* lasting = nullptr) {
    const Operation& operation = subject_.method(call.op);
    const Callable& callable = operation.callable;
    const std::string passed = Passed(operation, call, lasting);
    if (model_.c_style)
      return fmt::format("{}({}{}{})", callable.name, pointer_ ? object_ : "&" + object_, passed.empty() ? "" : ", ", passed);
    if (callable.is_static) return fmt::format("{}::{}({})", model_.name, callable.name, passed);
    if (callable.name == "operator[]" && !pointer_) return fmt::format("{}[{}]", object_, passed);
    if (callable.name == "operator()" && !pointer_) return fmt::format("{}({})", object_, passed);
    return fmt::format("{}{}{}({})", object_, pointer_ ? "->" : ".", callable.name, passed);
  }

  std::string Statement(const Call& call, const std::string& text) const {
    const Callable& callable = subject_.method(call.op).callable;
    return callable.nodiscard ? fmt::format("static_cast<void>({});", text) : text + ";";
  }

  std::string Object() {
    const Operation& operation = subject_.constructors[static_cast<std::size_t>(request_.candidate.constructor.op)];
    const Callable& callable = operation.callable;
    pointer_ = callable.factory && (callable.returns.kind != "subject" || model_.c_style) && callable.returns.ref != "&";
    const std::string passed = Passed(operation, request_.candidate.constructor);
    if (callable.initialises) {
      std::string out = fmt::format("  {} {}{{}};\n", model_.name, object_);
      if (!callable.name.empty())
        out += fmt::format("  {}(&{}{}{});\n", callable.name, object_, passed.empty() ? "" : ", ", passed);
      return out;
    }
    if (callable.factory) {
      const char* how = callable.returns.ref == "&" ? "auto&" : callable.returns.kind == "pointer" ? "auto*" : "auto";
      return fmt::format("  {} {} = {}{}({});\n", how, object_, model_.c_style ? "" : model_.name + "::", callable.name, passed);
    }
    return passed.empty() ? fmt::format("  {} {};\n", model_.name, object_)
                          : fmt::format("  {} {}({});\n", model_.name, object_, passed);
  }

  // Type of what a part is, and an expression for it in the checks.
  void Threads(std::string& out) {
    for (std::size_t t = 0; t < request_.candidate.threads.size(); ++t) {
      std::vector<std::string> statements;
      for (std::size_t i = 0; i < request_.candidate.threads[t].size(); ++i) {
        const Call& call = request_.candidate.threads[t][i];
        std::map<int, std::string> lasting;
        const std::string text = CallText(call, &lasting);
        const std::string name = fmt::format("{}.{}", t, i);
        for (const auto& [argument, variable] : lasting) expressions_[fmt::format("{} argument {}", name, argument)] = variable;
        if (std::ranges::find(request_.parts, name + " value") == request_.parts.end()) {
          statements.push_back(Statement(call, text));
          continue;
        }
        const Type& type = subject_.method(call.op).callable.returns;
        const std::string result = fmt::format("result{}", ++results_);
        declarations_ += fmt::format("  {} {}{{}};\n", type.kind == "string" ? "std::string" : type.value, result);
        expressions_[name + " value"] = result;
        statements.push_back(fmt::format("{} = {};", result, text));
      }
      if (statements.size() == 1) out += fmt::format("  std::thread {}([&] {{ {} }});\n", kThreadNames[t], statements[0]);
      else out += fmt::format("  std::thread {}([&] {{\n    {}\n  }});\n", kThreadNames[t], fmt::join(statements, "\n    "));
    }
    for (std::size_t t = 0; t < request_.candidate.threads.size(); ++t) out += fmt::format("  {}.join();\n", kThreadNames[t]);
  }

  // The probes that are compared, and before them those that change the object as well.
  void Probes(std::string& out) {
    std::size_t last = 0;
    bool any = false;
    std::set<std::size_t> wanted;
    for (const std::string& part : request_.parts)
      if (const Source source = SourceOf(part); source.probe)
        wanted.insert(source.call), last = std::max(last, source.call), any = true;
    for (std::size_t k = 0; any && k <= last; ++k) {
      const Call& call = request_.probes[k];
      const Callable& callable = subject_.method(call.op).callable;
      if (!wanted.contains(k) && callable.is_const) continue;
      std::map<int, std::string> lasting;
      const std::string text = CallText(call, &lasting);
      for (const auto& [argument, variable] : lasting) expressions_[fmt::format("probe {} argument {}", k, argument)] = variable;
      const std::string name = fmt::format("probe {} value", k);
      if (std::ranges::find(request_.parts, name) == request_.parts.end()) {
        out += "  " + Statement(call, text) + "\n";
        continue;
      }
      const std::string variable = fmt::format("seen{}", ++seen_);
      out += fmt::format("  const auto {} = {};\n", variable, text);
      expressions_[name] = variable;
    }
  }

  const Type& TypeOf(const std::string& part) const {
    const Source source = SourceOf(part);
    const Call& call = source.probe ? request_.probes[source.call] : request_.candidate.threads[source.thread][source.call];
    const Operation& operation = subject_.method(call.op);
    return source.argument < 0 ? operation.callable.returns : operation.arguments[static_cast<std::size_t>(source.argument)].type;
  }

  std::string Compared(const std::string& part, const std::string& value) {
    const Type& type = TypeOf(part);
    const std::string& left = expressions_[part];
    if (type.kind == "bool") return value == "true" ? left : "!" + left;
    if (type.kind == "enum") return fmt::format("static_cast<long>({}) == {}", left, value);
    if (value.starts_with("{")) return fmt::format("{} == {}{}", left, type.value, value);
    if (type.kind == "float" && value.find_first_of(".einf") == std::string::npos) return fmt::format("{} == {}.0", left, value);
    return fmt::format("{} == {}", left, value);
  }

  void Checks(std::string& out) {
    if (request_.parts.empty()) return;
    std::vector<std::string> cases;
    for (const Outcome& order : request_.orders) {
      std::vector<std::string> words;
      for (const std::string& part : request_.parts)
        if (const std::string* value = PartOf(order, part); value != nullptr) words.push_back(Compared(part, *value));
      const std::string text = fmt::format("{}", fmt::join(words, " && "));
      if (std::ranges::find(cases, text) == cases.end()) cases.push_back(text);
    }
    std::string condition = cases[0];
    if (cases.size() > 1) {
      const bool single = request_.parts.size() == 1;
      for (std::string& text : cases)
        if (!single) text = "(" + text + ")";
      condition = fmt::format("{}", fmt::join(cases, " || "));
    }
    out += "\n  // What the calls give one after the other, in some order.\n";
    out += fmt::format("  const bool explained = {};\n", condition);
    switch (request_.framework) {
      case Framework::kPlain:
        out += "  if (!explained) {\n    std::fprintf(stderr, \"no order of the calls explains what was seen\\n\");\n    return "
               "1;\n  }\n";
        break;
      case Framework::kGoogleTest:
        out += "  EXPECT_TRUE(explained) << \"no order of the calls explains what was seen\";\n";
        break;
      case Framework::kCatch2:
      case Framework::kDoctest: out += "  CHECK(explained);\n"; break;
    }
  }

  void Body() {
    const std::string object = Object();
    std::string rest;
    for (const Call& call : request_.candidate.prefix) {
      const std::string text = CallText(call);
      rest += "  " + Statement(call, text) + "\n";
    }
    rest += "\n";
    Threads(rest);
    Probes(rest);
    Checks(rest);
    if (model_.c_style && !model_.destructors.empty())
      rest += fmt::format("  {}({}{});\n", model_.destructors[0].name, pointer_ ? "" : "&", object_);
    body_ = declarations_ + object + rest;
  }

  const EmitRequest& request_;
  const Subject& subject_;
  const ClassModel& model_;
  std::string object_, body_, declarations_;
  bool pointer_ = false;
  int values_ = 0, results_ = 0, seen_ = 0;
  std::map<std::string, std::string> expressions_;
};

}  // namespace

Result<Framework> ParseFramework(const std::string& name) {
  if (name == "plain") return Framework::kPlain;
  if (name == "gtest") return Framework::kGoogleTest;
  if (name == "catch2") return Framework::kCatch2;
  if (name == "doctest") return Framework::kDoctest;
  return Fail(ErrorCategory::kUsage, "unknown framework", name, {}, "known: plain, gtest, catch2, doctest");
}

std::vector<std::string> LinkFlags(Framework framework) {
  return framework == Framework::kGoogleTest ? std::vector<std::string>{"-lgtest_main", "-lgtest"} : std::vector<std::string>{};
}

std::string Emit(const EmitRequest& request) { return Emitter(request).Write(); }

std::string SnakeCase(const std::string& name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool upper = std::isupper(static_cast<unsigned char>(name[i])) != 0;
    const bool after_lower = i > 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if (upper && after_lower) out += '_';
    const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
    out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return out;
}

std::string CamelCase(const std::string& text) {
  std::string out;
  bool up = true;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      up = true;
      continue;
    }
    out += up ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    up = false;
  }
  return out;
}

}  // namespace reweave::gen
