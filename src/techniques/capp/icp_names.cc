#include "change/names.h"
#include "techniques/capp/icps.h"

namespace reweave::inline capp {

namespace {

// What has a record and a field, but not one that a programmer declared: captures of a lambda (copies or locals), the pointer to
// the virtual functions, insides of library types.
bool IsInternal(const Variable& v) {
  return NamesClosure(v.record) || v.field.starts_with("_vptr") || v.record.starts_with("std::") ||
         v.record.starts_with("__gnu_cxx::");
}

}  // namespace

std::string ClassOf(const FunctionFacts& f) {
  if (!f.record.empty()) return f.record;
  return f.scope + "@" + f.position.file;
}

FieldNames::FieldNames(const Facts& facts) : facts_(facts) {
  for (const GlobalFacts& g : facts.globals()) globals_.insert(g.name);
}

FieldName FieldNames::Of(const Variable& v) const {
  if (IsInternal(v)) return {};
  switch (v.kind) {
    case facts::VariableKind::kField:
    case facts::VariableKind::kElement:
      if (!v.field.empty()) return {v.record, v.field};
      if (v.kind == facts::VariableKind::kElement && !v.record.empty()) return {v.record, v.name};
      [[fallthrough]];
    case facts::VariableKind::kGlobal: {
      if (v.kind != facts::VariableKind::kGlobal && v.kind != facts::VariableKind::kElement) return {};
      std::string name = v.name;
      while (name.ends_with("[]")) name.resize(name.size() - 2);
      // What a local points to has the local's name here.
      if (v.kind == facts::VariableKind::kElement && name.find("::") == std::string::npos && !globals_.contains(name)) return {};
      return {v.record.empty() ? "::" : v.record, name};
    }
    default: return {};
  }
}

FieldName FieldNames::Of(const CallSite& call) const {
  if (call.operation != facts::Operation::kNone) {
    using enum facts::Operation;
    const bool has_object = call.operation != kThreadCreate && call.operation != kThreadJoin && call.operation != kThreadDetach &&
                            call.operation != kYield && call.operation != kSleep && call.operation != kAllocate &&
                            call.operation != kFree;
    return has_object ? Of(call.object) : FieldName{};
  }
  if (call.kind != facts::CalleeKind::kDirect) return {};
  const FunctionFacts* callee = facts_.FindFunction(call.callee);
  const bool library =
      callee ? callee->system()
             : call.callee_name.starts_with("std::") || call.callee.starts_with("_ZNSt") || call.callee.starts_with("_ZNKSt");
  return library ? Of(call.object) : FieldName{};
}

bool IsTestFile(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  for (std::string_view folder : {"test/", "tests/"})
    if (path.starts_with(folder) || path.find("/" + std::string(folder)) != std::string_view::npos) return true;
  return name.starts_with("test.") || name.starts_with("test_") || name.find("_test.") != std::string_view::npos ||
         name.find("_tests.") != std::string_view::npos;
}

}  // namespace reweave::inline capp
