// What `ctest --show-only=json-v1` says.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "suite/tests.h"
#include "suite/wrappers.h"

namespace reweave::inline suite {

namespace {

using Json = nlohmann::json;

std::vector<std::string> Strings(const Json& value) {
  std::vector<std::string> out;
  if (value.is_string()) out.push_back(value.get<std::string>());
  if (value.is_array())
    for (const Json& item : value) {
      if (item.is_string()) out.push_back(item.get<std::string>());
      // PASS_REGULAR_EXPRESSION and the like are objects in some versions.
      if (item.is_object() && item.contains("regex") && item["regex"].is_string())
        out.push_back(item["regex"].get<std::string>());
    }
  return out;
}

bool Truth(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number()) return value.get<double>() != 0;
  return value.is_string() && (value == "1" || value == "ON" || value == "TRUE" || value == "YES");
}

void AddEnvironment(TestSpec& test, const std::vector<std::string>& entries) {
  for (const auto& entry : entries) {
    const auto equals = entry.find('=');
    if (equals != std::string::npos) test.environment.emplace_back(entry.substr(0, equals), entry.substr(equals + 1));
  }
}

// VARIABLE=operation:value
void AddEnvironmentChanges(TestSpec& test, const std::vector<std::string>& entries) {
  for (const auto& entry : entries) {
    const auto equals = entry.find('=');
    if (equals == std::string::npos) continue;
    const auto colon = entry.find(':', equals);
    EnvironmentChange change{.variable = entry.substr(0, equals), .operation = {}, .value = {}};
    change.operation = entry.substr(equals + 1, colon == std::string::npos ? std::string::npos : colon - equals - 1);
    if (colon != std::string::npos) change.value = entry.substr(colon + 1);
    test.environment_changes.push_back(std::move(change));
  }
}

void SetProperty(TestSpec& test, const std::string& name, const Json& value) {
  if (name == "WORKING_DIRECTORY" && value.is_string()) test.directory = value.get<std::string>();
  else if (name == "ENVIRONMENT") AddEnvironment(test, Strings(value));
  else if (name == "ENVIRONMENT_MODIFICATION") AddEnvironmentChanges(test, Strings(value));
  else if (name == "TIMEOUT" && value.is_number()) {
    if (value.get<double>() > 0) test.timeout = std::chrono::nanoseconds(static_cast<std::int64_t>(value.get<double>() * 1e9));
  } else if (name == "LABELS") test.labels = Strings(value);
  else if (name == "DEPENDS") test.depends = Strings(value);
  else if (name == "FIXTURES_SETUP") test.fixtures_setup = Strings(value);
  else if (name == "FIXTURES_REQUIRED") test.fixtures_required = Strings(value);
  else if (name == "FIXTURES_CLEANUP") test.fixtures_cleanup = Strings(value);
  else if (name == "REQUIRED_FILES") test.required_files = Strings(value);
  else if (name == "PASS_REGULAR_EXPRESSION") test.pass_patterns = Strings(value);
  else if (name == "FAIL_REGULAR_EXPRESSION") test.fail_patterns = Strings(value);
  else if (name == "SKIP_REGULAR_EXPRESSION") test.skip_patterns = Strings(value);
  else if (name == "SKIP_RETURN_CODE" && value.is_number()) test.skip_status = value.get<int>();
  else if (name == "WILL_FAIL") test.will_fail = Truth(value);
  else if (name == "RUN_SERIAL") test.run_serial |= Truth(value);
  else if (name == "RESOURCE_LOCK")
    test.run_serial |= !Strings(value).empty();  // who has another lock is not worth telling apart
  else if (name == "DISABLED" && Truth(value)) {
    test.disabled = true;
    test.disabled_reason = "its DISABLED property is set";
  }
}

TestSpec MakeTest(const Json& entry) {
  TestSpec test;
  test.source = TestSource::kCTest;
  test.name = entry.value("name", "");
  if (entry.contains("command")) test.command = Strings(entry["command"]);
  if (const auto list = entry.find("properties"); list != entry.end() && list->is_array())
    for (const Json& property : *list)
      if (property.is_object() && property.contains("name") && property["name"].is_string() && property.contains("value"))
        SetProperty(test, property["name"].get<std::string>(), property["value"]);
  TakeOutOfWrappers(test);
  if (test.command.empty() && !test.disabled) {
    test.disabled = true;
    test.disabled_reason = "its program is not built";
  }
  return test;
}

}  // namespace

Result<std::vector<TestSpec>> ParseCTestJson(std::string_view json, const std::string& where) {
  const Json root = Json::parse(json, nullptr, false);
  const auto bad = [&](std::string why) {
    return Fail(ErrorCategory::kUsage, "cannot read ctest's list of tests", where, std::move(why));
  };
  if (root.is_discarded() || !root.is_object()) return bad("it is not JSON");
  if (root.value("kind", "") != "ctestInfo") return bad("it is not of kind ctestInfo");
  const auto list = root.find("tests");
  if (list == root.end() || !list->is_array()) return bad("it has no list of tests");
  if (list->empty())
    return Fail(ErrorCategory::kUsage, "the build directory has no tests", where, {},
                "does its project call enable_testing() and add_test()?");
  std::vector<TestSpec> out;
  for (const Json& entry : *list) {
    if (!entry.is_object()) return bad(fmt::format("test {} is not an object", out.size() + 1));
    out.push_back(MakeTest(entry));
    if (out.back().name.empty()) return bad(fmt::format("test {} has no name", out.size()));
  }
  return out;
}

}  // namespace reweave::inline suite
