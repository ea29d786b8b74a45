#include "gen/subject.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <map>

namespace reweave::gen {

namespace {

void AddOperations(const std::vector<Callable>& callables, const Arguments& arguments, std::vector<Operation>& out,
                   std::vector<LeftOut>& left_out) {
  for (const Callable& callable : callables) {
    std::string why_not = callable.why_not;
    std::optional<std::vector<Argument>> values;
    if (why_not.empty()) values = arguments.Of(callable, why_not);
    if (!values) left_out.push_back({callable.signature, why_not});
    else out.push_back({callable, std::move(*values)});
  }
}

std::string WhyExcluded(const Callable& callable, const SubjectOptions& options) {
  for (const std::string& pattern : options.exclude)
    if (fnmatch(pattern.c_str(), callable.name.c_str(), 0) == 0) return fmt::format("excluded by '{}'", pattern);
  if (const std::string words = DeniesConcurrency(callable.comment); !words.empty())
    return fmt::format("its documentation says \"{}\"", words);
  return "";
}

}  // namespace

Result<Subject> MakeSubject(ClassModel model, const SubjectOptions& options) {
  Subject out;
  out.promise = PromiseOf(model);
  out.declared_methods = model.methods.size();
  for (Callable& method : model.methods)
    if (method.why_not.empty()) method.why_not = WhyExcluded(method, options);
  const Arguments arguments(model, options.pools);
  AddOperations(model.constructors, arguments, out.constructors, out.left_out);
  AddOperations(model.methods, arguments, out.methods, out.left_out);
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
                "give values for its arguments with --value 'TYPE=EXPRESSION'");
  }
  if (out.methods.empty()) {
    const std::string why =
        out.left_out.empty() ? "it has none" : out.left_out.back().signature + ": " + out.left_out.back().reason;
    return Fail(ErrorCategory::kUsage, fmt::format("no method of '{}' can be called", name), out.model.header, why,
                "--list shows every method and the reason");
  }
  std::map<std::string, int> names;
  for (const Callable& method : out.model.methods) ++names[method.name];
  for (Operation& method : out.methods) method.overloaded = names[method.callable.name] > 1;
  for (Operation& constructor : out.constructors) constructor.overloaded = out.model.constructors.size() > 1;
  return out;
}

}  // namespace reweave::gen
