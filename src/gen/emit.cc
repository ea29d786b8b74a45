#include "gen/emit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>

#include "gen/compare.h"

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
      "auto",     "class",  "default", "delete",   "do",       "double",   "enum",   "export", "float",    "for",
      "int",      "long",   "new",     "operator", "register", "short",    "signed", "static", "struct",   "switch",
      "template", "this",   "throw",   "try",      "union",    "unsigned", "using",  "void",   "volatile", "while",
      "first",    "second", "third",   "fourth",   "main",     "std",      "other"};
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
        uses("std::function", "functional"), uses("std::span", "span");
    uses("std::make_unique", "memory"), uses("std::make_shared", "memory"), uses("std::fprintf", "cstdio"),
        uses("std::move(", "utility"), uses("std::unique_ptr", "memory"), uses("std::shared_ptr", "memory");
    uses("std::get<", "variant"), uses("std::isnan", "cmath"), uses("std::next", "iterator"), uses("std::distance", "iterator");
    uses("std::pair", "utility"), uses("std::unordered_map", "unordered_map"), uses("std::unordered_set", "unordered_set");
    standard.insert(model_.prelude.begin(), model_.prelude.end());
    for (const std::string& header : standard) out += fmt::format("#include <{}>\n", header);
    std::string more;
    for (const std::string& header : subject_.includes) more += fmt::format("#include \"{}\"\n", header);
    if (!model_.has_main) return out + "\n#include " + request_.include + "\n" + more + "\n";
    return out +
           "\n// A program of its own: only its class is wanted.\n#pragma GCC diagnostic ignored \"-Wreturn-type\"\n"
           "#define main main_of_the_file\n#include " +
           request_.include + "\n#undef main\n" + more + "\n";
  }

  void Line(const std::string& text) { body_ += text.empty() ? "\n" : "  " + text + "\n"; }

  // The call's arguments; variables that must last are declared on the way.
  std::string Passed(const Operation& operation, const Call& call, std::map<int, std::string>* lasting = nullptr) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      const Argument& argument = operation.arguments[i];
      const Value& value = argument.values[call.arguments[i]];
      if (value.null) {
        words.push_back("nullptr");
        continue;
      }
      if (argument.other) {
        other_used_ = true;
        const std::string name = NameOf(1 - call.on);
        words.push_back(argument.pointer == pointer_ ? name : (argument.pointer ? "&" : "*") + name);
        continue;
      }
      const bool plain = !operation.overloaded && IsObvious(argument.type);
      const std::string text = WithObject(plain ? value.plain : value.typed, NameOf(call.on), pointer_);
      if (!argument.lasting) {
        words.push_back(text);
        continue;
      }
      const std::string name = fmt::format("value{}", ++values_);
      declarations_ += fmt::format("  {} {} = {};\n", argument.type.kind == "string" ? "std::string" : argument.type.value, name,
                                   IsObvious(argument.type) ? WithObject(value.plain, NameOf(call.on), pointer_) : text);
      if (lasting != nullptr) (*lasting)[static_cast<int>(i)] = name;
      words.push_back((argument.pointer ? "&" : "") + name);
    }
    return fmt::format("{}", fmt::join(words, ", "));
  }

  std::string NameOf(int on) {
    if (on != 0) other_used_ = true;
    return on == 0 ? object_ : other_;
  }

  // A literal of it converts without a word about its type.
  static bool IsObvious(const Type& type) {
    return type.kind == "bool" || type.kind == "int" || type.kind == "float" || type.kind == "string" ||
           type.kind == "string_view" || type.kind == "cstring" || type.kind == "enum" || type.kind == "optional" ||
           type.kind == "function" || type.kind == "callable";
  }

  std::string CallText(const Call& call, std::map<int, std::string>* lasting = nullptr) {
    const Operation& operation = subject_.method(call.op);
    const Callable& callable = operation.callable;
    const std::string passed = Passed(operation, call, lasting), name = NameOf(call.on);
    if (!callable.expression.empty()) return "(" + WithObject(callable.expression, name, pointer_) + ")";
    if (model_.c_style)
      return fmt::format("{}({}{}{})", callable.name, pointer_ ? name : "&" + name, passed.empty() ? "" : ", ", passed);
    if (callable.copies) {
      std::string copy = object_ == "copy" ? "duplicate" : "copy";
      if (++copies_ > 1) copy += std::to_string(copies_);  // a thread may make several
      return fmt::format("[[maybe_unused]] const {} {}({}{})", model_.name, copy, pointer_ ? "*" : "", name);
    }
    if (callable.is_static) return fmt::format("{}::{}({})", model_.name, callable.name, passed);
    if (callable.name.starts_with("operator"))
      return OperatorText(callable.name.substr(8), pointer_ ? "(*" + name + ")" : name, passed);
    return fmt::format("{}{}{}({})", name, pointer_ ? "->" : ".", callable.name, passed);
  }

  static std::string OperatorText(const std::string& symbol, const std::string& object, const std::string& passed) {
    if (symbol == "[]") return fmt::format("{}[{}]", object, passed);
    if (symbol == "()") return fmt::format("{}({})", object, passed);
    if (symbol == "++" || symbol == "--") return passed.empty() ? symbol + object : object + symbol;
    return fmt::format("{} {} {}", object, symbol, passed);
  }

  std::string Statement(const Call& call, const std::string& text) const {
    const Callable& callable = subject_.method(call.op).callable;
    const bool compares = callable.name.starts_with("operator") && callable.returns.kind == "bool";
    return (callable.nodiscard || compares) && !callable.copies ? fmt::format("static_cast<void>({});", text) : text + ";";
  }

  std::string Object(const std::string& name) {
    const Operation& operation = subject_.constructors[static_cast<std::size_t>(request_.candidate.constructor.op)];
    const Callable& callable = operation.callable;
    if (callable.expression.starts_with("*"))
      return fmt::format("  auto {0}_owner = {1};\n  auto& {0} = *{0}_owner;\n", name, callable.expression.substr(1));
    if (!callable.expression.empty()) return fmt::format("  {} {} = {};\n", model_.name, name, callable.expression);
    pointer_ = callable.factory && (callable.returns.kind != "subject" || model_.c_style) && callable.returns.ref != "&";
    const std::string passed = Passed(operation, request_.candidate.constructor);
    if (callable.initialises) {
      std::string out = fmt::format("  {} {}{{}};\n", model_.name, name);
      if (!callable.name.empty()) out += fmt::format("  {}(&{}{}{});\n", callable.name, name, passed.empty() ? "" : ", ", passed);
      return out;
    }
    if (callable.factory) {
      const char* how = callable.returns.ref == "&" ? "auto&" : callable.returns.kind == "pointer" ? "auto*" : "auto";
      return fmt::format("  {} {} = {}{}({});\n", how, name, model_.c_style ? "" : model_.name + "::", callable.name, passed);
    }
    return passed.empty() ? fmt::format("  {} {};\n", model_.name, name)
                          : fmt::format("  {} {}({});\n", model_.name, name, passed);
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
          const bool reads = IsReadByCaller(subject_.method(call.op).callable);
          statements.push_back(reads ? fmt::format("[[maybe_unused]] const auto used{} = {};", ++used_, text)
                                     : Statement(call, text));
          continue;
        }
        const Type& type = subject_.method(call.op).callable.returns;
        const std::string result = fmt::format("result{}", ++results_);
        if (IsAssignedLater(type)) {
          declarations_ += fmt::format("  {} {}{{}};\n", type.kind == "string" ? "std::string" : type.value, result);
          expressions_[name + " value"] = result;
          statements.push_back(fmt::format("{} = {};", result, text));
        } else {
          declarations_ += fmt::format("  std::optional<{}> {};\n", type.value, result);
          expressions_[name + " value"] = "(*" + result + ")";
          statements.push_back(fmt::format("{}.emplace({});", result, text));
        }
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
    return EqualText(TypeOf(part), subject_.records, expressions_[part], value);
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
        if (!single || text.find("&&") != std::string::npos) text = "(" + text + ")";
      condition = fmt::format("{}", fmt::join(cases, " || "));
    }
    const char* name = request_.invariant ? "holds" : "explained";
    const char* message = request_.invariant ? "the invariant does not hold" : "no order of the calls explains what was seen";
    if (!request_.invariant) out += "\n  // What the calls give one after the other, in some order.\n";
    out += fmt::format("  const bool {} = {};\n", name, condition);
    switch (request_.framework) {
      case Framework::kPlain:
        out += fmt::format("  if (!{}) {{\n    std::fprintf(stderr, \"{}\\n\");\n    return 1;\n  }}\n", name, message);
        break;
      case Framework::kGoogleTest: out += fmt::format("  EXPECT_TRUE({}) << \"{}\";\n", name, message); break;
      case Framework::kCatch2:
      case Framework::kDoctest: out += fmt::format("  CHECK({});\n", name); break;
    }
  }

  void Body() {
    std::string object = Object(object_);
    std::string rest;
    for (const Call& call : request_.candidate.prefix) {
      const std::string text = CallText(call);
      rest += "  " + Statement(call, text) + "\n";
    }
    rest += "\n";
    Threads(rest);
    Probes(rest);
    Checks(rest);
    if (other_used_) object += Object(other_);
    for (const bool other : {true, false})
      if (model_.c_style && !model_.destructors.empty() && (!other || other_used_))
        rest += fmt::format("  {}({}{});\n", model_.destructors[0].name, pointer_ ? "" : "&", other ? other_ : object_);
    body_ = declarations_ + object + rest;
  }

  const EmitRequest& request_;
  const Subject& subject_;
  const ClassModel& model_;
  std::string object_, other_ = "other", body_, declarations_;
  bool pointer_ = false, other_used_ = false;
  int values_ = 0, results_ = 0, seen_ = 0, used_ = 0, copies_ = 0;
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
