#include "gen/subject.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace reweave::gen {

namespace {

void AddOperations(const std::vector<Callable>& callables, const Arguments& arguments, bool has_object,
                   std::vector<Operation>& out, std::vector<LeftOut>& left_out) {
  for (const Callable& callable : callables) {
    std::string why_not = callable.why_not;
    std::optional<std::vector<Argument>> values;
    if (why_not.empty()) values = arguments.Of(callable, why_not, has_object);
    if (!values) left_out.push_back({callable.signature, why_not});
    else out.push_back({callable, std::move(*values)});
  }
}

std::string WhyExcluded(const Callable& callable, const SubjectOptions& options) {
  for (const std::string& pattern : options.exclude)
    if (fnmatch(pattern.c_str(), callable.name.c_str(), 0) == 0) return fmt::format("excluded by '{}'", pattern);
  if (const std::string words = DeniesConcurrency(callable.comment); !words.empty())
    return fmt::format("its documentation says \"{}\"", words);
  if (const std::string word = NameDeniesConcurrency(callable.name); !word.empty())
    return fmt::format("its name says \"{}\"", word);
  return "";
}

std::string WithoutSpaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

// `object` as a word becomes kObject.
std::string OverObject(const std::string& text) {
  std::string out;
  const auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  for (std::size_t i = 0; i < text.size();) {
    const bool here =
        text.compare(i, 6, "object") == 0 && (i == 0 || !word(text[i - 1])) && (i + 6 >= text.size() || !word(text[i + 6]));
    out += here ? kObject : text.substr(i, 1);
    i += here ? 6 : 1;
  }
  return out;
}

Operation FactoryOf(const std::string& expression) {
  Operation out;
  out.callable.name = out.callable.signature = out.callable.expression = expression;
  out.callable.factory = true;
  return out;
}

Operation InvariantOf(const std::string& expression) {
  Operation out;
  out.callable.name = "invariant";
  out.callable.signature = expression;
  out.callable.expression = OverObject(expression);
  out.callable.is_const = true;
  out.callable.returns.kind = out.callable.returns.value = out.callable.returns.text = "bool";
  out.only_probe = true;
  return out;
}

// The classes in it that can be compared. One that is nested deeply is described less far: the fullest description counts.
void AddRecords(const Type& type, std::map<std::string, Type>& out) {
  for (const Type& part : type.of) AddRecords(part, out);
  for (const Type& part : type.observed) AddRecords(part, out);
  if (type.kind != "record" || type.observed.empty()) return;
  Type& known = out[type.value];
  const auto depth = [](auto&& self, const Type& one) -> std::size_t {
    std::size_t sum = one.observed.size();
    for (const Type& part : one.observed) sum += self(self, part);
    for (const Type& part : one.of) sum += self(self, part);
    return sum;
  };
  if (depth(depth, type) > depth(depth, known)) known = type;
}

}  // namespace

bool IsInvariant(const Operation& operation) {
  static const std::set<std::string> names = {
      "valid",           "Valid",           "IsValid",   "is_valid",  "isValid",          "check_invariants",
      "CheckInvariants", "checkInvariants", "Invariant", "invariant", "CheckConsistency", "is_consistent"};
  const Callable& callable = operation.callable;
  return operation.only_probe || (callable.is_const && callable.parameters.empty() && callable.returns.kind == "bool" &&
                                  !callable.is_static && names.contains(callable.name));
}

bool ReturnsAnEnding(const Type& returned) {
  if (!returned.ref.empty() || returned.kind == "pointer") return false;
  return returned.ends_with_code || std::ranges::any_of(returned.of, ReturnsAnEnding);
}

namespace {

bool CanBeCopied(const Type& type) {
  for (const char* kind : {"bool", "int", "float", "enum", "string", "string_view", "duration", "shared_ptr"})
    if (type.kind == kind) return true;
  if (type.kind == "record") return type.complete && type.copies && !type.is_abstract && !type.ends_with_code;
  for (const char* kind : {"container", "map", "optional", "pair", "tuple", "variant", "array"})
    if (type.kind == kind) return !type.of.empty() && std::ranges::all_of(type.of, CanBeCopied);
  return false;
}

}  // namespace

bool IsReadByCaller(const Callable& callable) {
  const Type& returned = callable.returns;
  return returned.ref == "&" && returned.is_const && CanBeCopied(returned) && !IsApproximate(callable);
}

bool TakesOther(const Operation& operation) { return std::ranges::any_of(operation.arguments, &Argument::other); }

Result<Subject> MakeSubject(ClassModel model, const SubjectOptions& options) {
  Subject out;
  out.promise = PromiseOf(model);
  out.declared_methods = model.methods.size();
  for (Callable& method : model.methods)
    if (method.why_not.empty()) method.why_not = WhyExcluded(method, options);
  ValuePools pools = options.pools;
  for (const auto& [type, expressions] : options.factories) {
    const bool own = WithoutSpaces(type) == WithoutSpaces(model.name) || type == model.short_name;
    for (const std::string& expression : expressions) {
      if (own) out.constructors.push_back(FactoryOf(expression));
      else pools.by_type[type].push_back(expression);
    }
  }
  out.includes = options.includes;
  const Arguments arguments(model, std::move(pools));
  AddOperations(model.constructors, arguments, false, out.constructors, out.left_out);
  AddOperations(model.methods, arguments, true, out.methods, out.left_out);
  // A structure whose memory the caller makes needs an initialiser, or none at all.
  if (model.c_style && out.constructors.empty() && model.complete && model.constructors.empty()) {
    Operation zeroed;
    zeroed.callable.initialises = true;
    zeroed.callable.name = "";
    zeroed.callable.signature = "zeroed memory";
    out.constructors.push_back(zeroed);
  }
  out.model = std::move(model);
  const std::string& name = out.model.name;
  if (out.model.is_abstract && out.constructors.empty())
    return Fail(ErrorCategory::kUsage, fmt::format("class '{}' is abstract", name), out.model.header,
                "no object of it can be made",
                "name a class that is derived from it with --class, or give it a static function that makes one");
  if (out.constructors.empty()) {
    std::string why = out.left_out.empty() ? "it has none" : out.left_out[0].signature + ": " + out.left_out[0].reason;
    return Fail(ErrorCategory::kUsage, fmt::format("no constructor of '{}' can be called", name), out.model.header, why,
                "give values for its arguments with --value 'TYPE=EXPRESSION', or an expression that makes an object under "
                "[gen.factories] in reweave.toml");
  }
  if (out.methods.empty()) {
    const std::string why =
        out.left_out.empty() ? "it has none" : out.left_out.back().signature + ": " + out.left_out.back().reason;
    return Fail(ErrorCategory::kUsage, fmt::format("no method of '{}' can be called", name), out.model.header, why,
                "--list shows every method and the reason");
  }
  for (const Operation& method : out.methods) {
    AddRecords(method.callable.returns, out.records);
    for (const Argument& argument : method.arguments)
      if (argument.out) AddRecords(argument.type, out.records);
  }
  if (!options.invariant.empty()) out.methods.push_back(InvariantOf(options.invariant));
  std::map<std::string, int> names;
  for (const Callable& method : out.model.methods) ++names[method.name];
  for (Operation& method : out.methods) method.overloaded = names[method.callable.name] > 1;
  for (Operation& constructor : out.constructors) constructor.overloaded = out.model.constructors.size() > 1;
  return out;
}

}  // namespace reweave::gen
