#include "gen/wrapper.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace reweave::gen {

namespace {

class Writer {
 public:
  explicit Writer(const Subject& subject) : subject_(subject), model_(subject.model) {}

  WrapperText Write() {
    Head();
    for (std::size_t i = 0; i < subject_.constructors.size(); ++i) Constructor(static_cast<int>(i));
    for (std::size_t i = 0; i < subject_.methods.size(); ++i) Method(static_cast<int>(i));
    Tables();
    return std::move(out_);
  }

 private:
  template <typename... A>
  void Line(fmt::format_string<A...> text, A&&... arguments) {
    out_.source += fmt::format(text, std::forward<A>(arguments)...) + "\n";
    ++line_;
  }

  void Head() {
    for (const char* header : {"array", "chrono", "cstddef", "cstdint", "cstdio", "cstdlib", "cstring", "functional", "limits",
                               "memory", "optional", "string", "string_view", "tuple", "utility", "vector"})
      Line("#include <{}>", header);
    Line("#include <reweave/detail/gen_wrapper.h>");
    if (model_.has_main) Line("#define main reweave_main_of_the_file");
    Line("#include \"{}\"", model_.header);
    if (model_.has_main) Line("#undef main");
    for (const std::string& header : subject_.includes) Line("#include \"{}\"", header);
    for (const auto& [name, type] : subject_.records) Record(name, type);
    Line("namespace {{");
    Line("using reweave_subject = {};", model_.name);
    Line("using reweave::gen_wrapper::Record;");
  }

  // How values of a class are printed, so that they can be compared.
  void Record(const std::string& name, const Type& type) {
    const int first = line_;
    Line("template <> struct reweave::gen_wrapper::ShowRecord<{}> {{", name);
    Line("  static constexpr bool kKnown = true;");
    Line("  static void Show(reweave::gen_wrapper::Text& out, const {}& value) {{", name);
    for (std::size_t i = 0; i < type.observed_by.size(); ++i) {
      Line("    out.Add(\"{}\");", i == 0 ? "{" : ", ");
      Line("    reweave::gen_wrapper::Show(out, value{});", type.observed_by[i]);
    }
    Line("    out.Add(\"}}\");");
    Line("  }}");
    Line("}};");
    out_.parts.push_back({first, line_ - 1, false, -1, name});
  }

  // A function for the values of each argument; returns the declarations and the list of what is passed.
  std::string Arguments(const Operation& operation, const std::string& name, std::string& passed) {
    std::string declared;
    std::vector<std::string> words;
    for (std::size_t i = 0; i < operation.arguments.size(); ++i) {
      const Argument& argument = operation.arguments[i];
      words.push_back(argument.other ? Other(argument, i) : Variable(argument, name, i, declared));
    }
    passed = fmt::format("{}", fmt::join(words, ", "));
    return declared;
  }

  // A callback that makes the object call it back again would fill the stack before it ends, which takes a second or more.
  static std::string LimitCallsBack(std::string text) {
    const std::string call = std::string(kObject) + ".",
                      limited = fmt::format("::reweave::gen_wrapper::CalledBack({})->", kObject);
    for (auto at = text.find(call); at != std::string::npos; at = text.find(call, at + limited.size()))
      text.replace(at, call.size(), limited);
    return text;
  }

  static std::string Other(const Argument& argument, std::size_t i) {
    return argument.pointer ? fmt::format("(arguments[{}] == 0 ? other : nullptr)", i) : "*other";
  }

  // What lives as long as the object is made with new and never deleted.
  std::string Variable(const Argument& argument, const std::string& name, std::size_t i, std::string& declared) {
    const bool callable = argument.type.kind == "callable";  // of a type that only the compiler knows
    const bool object =
        std::ranges::any_of(argument.values, [](const Value& v) { return v.typed.find(kObject) != std::string::npos; });
    const std::string type = argument.type.value, make = argument.lasting ? fmt::format("new {}", type) : "";
    const auto made = [&](const Value& value) {
      const std::string text = WithObject(LimitCallsBack(value.typed), "subject");
      return value.null ? "nullptr" : argument.lasting ? fmt::format("{}({})", make, text) : text;
    };
    if (callable) {
      std::string body;
      for (std::size_t v = 1; v < argument.values.size(); ++v)
        body += fmt::format(" if (arguments[{}] == {}) ({})();", i, v, made(argument.values[v]));
      declared += fmt::format("  auto a{} = [&]([[maybe_unused]] auto&&... unused) {{{} return true; }};\n", i, body);
      return fmt::format("a{}", i);
    }
    const std::string subject = object ? ", reweave_subject& subject" : "";
    // By a name of its own: the type of a function pointer or an array cannot stand before a function's name.
    Line("using {}_{}_type = {}{};", name, i, type, argument.lasting ? "*" : "");
    Line("{}_{}_type {}_{}(std::uint8_t value{}) {{", name, i, name, i, subject);
    Line("  switch (value) {{");
    for (std::size_t v = 1; v < argument.values.size(); ++v) Line("    case {}: return {};", v, made(argument.values[v]));
    Line("    default: return {};", made(argument.values[0]));
    Line("  }}");
    Line("}}");
    declared += fmt::format("  auto{} a{} = {}_{}(arguments[{}]{});\n", argument.lasting ? "*" : "", i, name, i, i,
                            object ? ", subject" : "");
    const std::string variable = fmt::format("a{}", i);
    if (argument.lasting) return argument.pointer ? variable : "*" + variable;
    return argument.moved ? "std::move(" + variable + ")" : variable;
  }

  void Text(const std::string& text) {
    out_.source += text;
    line_ += static_cast<int>(std::ranges::count(text, '\n'));
  }

  void Constructor(int op) {
    const int first = line_;
    const Operation& operation = subject_.constructors[static_cast<std::size_t>(op)];
    const std::string name = fmt::format("c{}", op);
    std::string passed;
    const std::string declared = Arguments(operation, name, passed);
    Line("reweave_subject* {}([[maybe_unused]] const std::uint8_t* arguments) {{", name);
    Text(declared);
    Text(Making(operation, passed));
    Line("}}");
    Line("void u{}([[maybe_unused]] reweave_subject* subject) {{ {} }}", op, Unmaking(operation));
    out_.parts.push_back({first, line_ - 1, true, op});
  }

  std::string Making(const Operation& operation, const std::string& passed) const {
    const Callable& callable = operation.callable;
    if (callable.initialises) {
      std::string out = "  auto* subject = new reweave_subject();\n";
      if (!callable.name.empty()) out += fmt::format("  {}(subject{}{});\n", callable.name, passed.empty() ? "" : ", ", passed);
      return out + "  return subject;\n";
    }
    if (callable.expression.starts_with("*"))
      return fmt::format("  auto* made = new auto({});\n  return &**made;\n", callable.expression.substr(1));
    if (!callable.expression.empty()) return fmt::format("  return new reweave_subject({});\n", callable.expression);
    if (!callable.factory) return fmt::format("  return new reweave_subject({});\n", passed);
    const std::string call = model_.c_style ? fmt::format("{}({})", callable.name, passed)
                                            : fmt::format("reweave_subject::{}({})", callable.name, passed);
    if (callable.returns.kind == "unique_ptr") return fmt::format("  return {}.release();\n", call);
    if (callable.returns.kind == "shared_ptr")
      return fmt::format("  return (new std::shared_ptr<reweave_subject>({}))->get();\n", call);
    if (callable.returns.kind == "pointer") return fmt::format("  return {};\n", call);
    if (callable.returns.ref == "&") return fmt::format("  return &{};\n", call);
    return fmt::format("  return new reweave_subject({});\n", call);
  }

  std::string Unmaking(const Operation& operation) const {
    const Callable& callable = operation.callable;
    if (model_.c_style) {
      const std::string destroy = model_.destructors.empty() ? "" : fmt::format("{}(subject); ", model_.destructors[0].name);
      return callable.initialises ? destroy + "delete subject;" : destroy;
    }
    if (callable.expression.starts_with("*")) return "";  // who knows how
    const bool owned = !callable.factory || !callable.expression.empty() || callable.returns.kind == "unique_ptr" ||
                       callable.returns.kind == "subject";
    return owned && callable.returns.ref != "&" && model_.destructible ? "delete subject;" : "";
  }

  void Method(int op) {
    const int first = line_;
    const Operation& operation = subject_.method(op);
    const Callable& callable = operation.callable;
    const std::string name = fmt::format("m{}", op);
    std::string passed;
    const std::string declared = Arguments(operation, name, passed);
    Line("void {}([[maybe_unused]] reweave_subject& subject, [[maybe_unused]] reweave_subject* other, [[maybe_unused]] const "
         "std::uint8_t* arguments, Record& out) {{",
         name);
    Text(declared);
    std::string call;
    if (!callable.expression.empty()) call = fmt::format("static_cast<bool>({})", WithObject(callable.expression, "subject"));
    else if (model_.c_style) call = fmt::format("{}(&subject{}{})", callable.name, passed.empty() ? "" : ", ", passed);
    else if (callable.copies) call = "static_cast<void>(reweave_subject(subject))";
    else if (callable.is_static) call = fmt::format("reweave_subject::{}({})", callable.name, passed);
    else call = fmt::format("{}.{}({})", callable.is_const ? "std::as_const(subject)" : "subject", callable.name, passed);
    const bool compared = !IsApproximate(callable);
    if (!compared) call = fmt::format("static_cast<void>({})", call);
    if (IsReadByCaller(callable)) Line("  out.Call([&] {{ [[maybe_unused]] const auto used = {}; }});", call);
    else Line("  out.Call([&]() -> decltype(auto) {{ return {}; }});", call);
    for (std::size_t i = 0; i < operation.arguments.size(); ++i)
      if (compared && operation.arguments[i].out) Line("  if (a{} != nullptr) out.Argument({}, *a{});", i, i, i);
    Line("}}");
    out_.parts.push_back({first, line_ - 1, false, op});
  }

  void List(const char* type, const char* name, char prefix, std::size_t count) {
    std::string names;
    for (std::size_t i = 0; i < count; ++i) names += fmt::format("{}{}{}", i == 0 ? "" : ", ", prefix, i);
    Line("const reweave::gen_wrapper::Table<reweave_subject>::{} {}[] = {{{}}};", type, name, names);
  }

  void Tables() {
    List("Make", "reweave_makes", 'c', subject_.constructors.size());
    List("Unmake", "reweave_unmakes", 'u', subject_.constructors.size());
    List("Method", "reweave_methods", 'm', subject_.methods.size());
    Line("const reweave::gen_wrapper::Table<reweave_subject> reweave_table = {{reweave_makes, reweave_unmakes, "
         "reweave_methods}};");
    Line("reweave::gen_wrapper::Interpreter<reweave_subject> reweave_interpreter(reweave_table);");
    Line("}}  // namespace");
    Line("int main() {{ return reweave_interpreter.Run(); }}");
  }

  const Subject& subject_;
  const ClassModel& model_;
  WrapperText out_;
  int line_ = 1;
};

}  // namespace

std::optional<std::size_t> MethodOfWrapper(std::string_view function) {
  // "(anonymous namespace)::m12(...)::$_0::operator()() const": the name that Method gives.
  for (std::size_t at = 0; (at = function.find('m', at)) != std::string_view::npos; ++at) {
    if (at > 0 && function[at - 1] != ':' && function[at - 1] != ' ') continue;
    std::size_t op = 0;
    const auto [end, error] = std::from_chars(function.data() + at + 1, function.data() + function.size(), op);
    if (error == std::errc() && end != function.data() + function.size() && *end == '(') return op;
  }
  return std::nullopt;
}

WrapperText WriteWrapper(const Subject& subject) { return Writer(subject).Write(); }

}  // namespace reweave::gen
