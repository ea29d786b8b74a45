#include "gen/wrapper.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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
    for (const char* header :
         {"chrono", "functional", "limits", "memory", "optional", "string", "string_view", "tuple", "utility", "vector"})
      Line("#include <{}>", header);
    Line("#include \"{}\"", model_.header);
    Line("#include <reweave/detail/gen_wrapper.h>");
    Line("namespace {{");
    Line("using reweave_subject = {};", model_.name);
    Line("using reweave::gen_wrapper::Keep;");
    Line("using reweave::gen_wrapper::Record;");
  }

  // A function for the values of each argument; returns the declarations and the list of what is passed.
  std::string Arguments(const Operation& operation, const std::string& name, std::string& passed) {
    std::string declared;
    std::vector<std::string> words;
    for (std::size_t i = 0; i < operation.arguments.size(); ++i) {
      const Argument& argument = operation.arguments[i];
      Line("{} {}_{}(std::uint8_t value) {{", argument.type.value, name, i);
      Line("  switch (value) {{");
      for (std::size_t v = 1; v < argument.values.size(); ++v) Line("    case {}: return {};", v, argument.values[v].typed);
      Line("    default: return {};", argument.values[0].typed);
      Line("  }}");
      Line("}}");
      declared += fmt::format("  auto{} a{} = {}{}_{}(arguments[{}]){};\n", argument.lasting ? "&" : "", i,
                              argument.lasting ? "Keep(" : "", name, i, i, argument.lasting ? ")" : "");
      const std::string variable = fmt::format("a{}", i);
      words.push_back(argument.pointer ? "&" + variable : argument.moved ? "std::move(" + variable + ")" : variable);
    }
    passed = fmt::format("{}", fmt::join(words, ", "));
    return declared;
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
    out_.parts.push_back({first, line_, true, op});
  }

  std::string Making(const Operation& operation, const std::string& passed) const {
    const Callable& callable = operation.callable;
    if (callable.initialises) {
      std::string out = "  auto* subject = new reweave_subject();\n";
      if (!callable.name.empty()) out += fmt::format("  {}(subject{}{});\n", callable.name, passed.empty() ? "" : ", ", passed);
      return out + "  return subject;\n";
    }
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
    const bool owned = !callable.factory || callable.returns.kind == "unique_ptr" || callable.returns.kind == "subject";
    return owned && callable.returns.ref != "&" && model_.destructible ? "delete subject;" : "";
  }

  void Method(int op) {
    const int first = line_;
    const Operation& operation = subject_.method(op);
    const Callable& callable = operation.callable;
    const std::string name = fmt::format("m{}", op);
    std::string passed;
    const std::string declared = Arguments(operation, name, passed);
    Line("void {}([[maybe_unused]] reweave_subject& subject, [[maybe_unused]] const std::uint8_t* arguments, Record& out) {{",
         name);
    Text(declared);
    std::string call;
    if (model_.c_style) call = fmt::format("{}(&subject{}{})", callable.name, passed.empty() ? "" : ", ", passed);
    else if (callable.is_static) call = fmt::format("reweave_subject::{}({})", callable.name, passed);
    else call = fmt::format("{}.{}({})", callable.is_const ? "std::as_const(subject)" : "subject", callable.name, passed);
    Line("  out.Call([&]() -> decltype(auto) {{ return {}; }});", call);
    for (std::size_t i = 0; i < operation.arguments.size(); ++i)
      if (operation.arguments[i].out) Line("  out.Argument({}, a{});", i, i);
    Line("}}");
    out_.parts.push_back({first, line_, false, op});
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

WrapperText WriteWrapper(const Subject& subject) { return Writer(subject).Write(); }

}  // namespace reweave::gen
