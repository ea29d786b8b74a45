#include "check/config.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "base/duration.h"
#include "base/file.h"
#include "base/pattern.h"
#include "check/build_system.h"

namespace reweave::inline check {

namespace {

std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, corner + (a[i - 1] == b[j - 1] ? 0 : 1)});
      corner = above;
    }
  }
  return row[b.size()];
}

class Reader {
 public:
  explicit Reader(std::string name) : name_(std::move(name)) {}

  using Handler = std::function<Result<void>(const toml::node&)>;
  using Keys = std::vector<std::pair<std::string, Handler>>;

  // Every key of the table must be one of these.
  Result<void> Table(const toml::node& node, const std::string& path, const Keys& keys) const {
    const toml::table* table = node.as_table();
    if (table == nullptr) return Wrong(node, path, "a table");
    for (const auto& [key, value] : *table) {
      const auto known = std::ranges::find(keys, key.str(), &Keys::value_type::first);
      if (known == keys.end()) return Unknown(key, path, keys);
      RW_TRY(known->second(value));
    }
    return {};
  }

  Handler String(const std::string& path, std::string& out, std::vector<std::string> allowed = {}) const {
    return [=, this, &out](const toml::node& node) -> Result<void> {
      const auto value = node.value_exact<std::string>();
      if (!value) return Wrong(node, path, "a string");
      if (!allowed.empty() && std::ranges::find(allowed, *value) == allowed.end())
        return Wrong(node, path, fmt::format("one of {}", fmt::join(allowed, ", ")));
      out = *value;
      return {};
    };
  }
  Handler String(const std::string& path, std::optional<std::string>& out, std::vector<std::string> allowed = {}) const {
    return [=, this, &out](const toml::node& node) { return String(path, out.emplace(), allowed)(node); };
  }
  Handler Strings(const std::string& path, std::vector<std::string>& out) const {
    return [=, this, &out](const toml::node& node) -> Result<void> {
      const toml::array* array = node.as_array();
      if (array == nullptr) return Wrong(node, path, "an array of strings");
      for (const toml::node& item : *array) {
        const auto value = item.value_exact<std::string>();
        if (!value) return Wrong(item, path, "an array of strings");
        out.push_back(*value);
      }
      return {};
    };
  }
  // A table of arrays of strings, or of single strings.
  Handler Lists(const std::string& path, std::map<std::string, std::vector<std::string>>& out) const {
    return [=, this, &out](const toml::node& node) -> Result<void> {
      const toml::table* table = node.as_table();
      if (table == nullptr) return Wrong(node, path, "a table");
      for (const auto& [key, value] : *table) {
        std::vector<std::string>& list = out[std::string(key.str())];
        if (const auto one = value.value_exact<std::string>()) list.push_back(*one);
        else RW_TRY(Strings(path, list)(value));
      }
      return {};
    };
  }
  // A table of strings.
  Handler Table(const std::string& path, std::vector<std::pair<std::string, std::string>>& out) const {
    return [=, this, &out](const toml::node& node) -> Result<void> {
      const toml::table* table = node.as_table();
      if (table == nullptr) return Wrong(node, path, "a table of strings");
      for (const auto& [key, value] : *table) {
        const auto text = value.value_exact<std::string>();
        if (!text) return Wrong(value, path, "a table of strings");
        out.emplace_back(key.str(), *text);
      }
      return {};
    };
  }
  template <typename T>
  Handler Number(const std::string& path, T& out, std::int64_t least) const {
    return [=, this, &out](const toml::node& node) -> Result<void> {
      const auto value = node.value_exact<std::int64_t>();
      if (!value || *value < least) return Wrong(node, path, fmt::format("a whole number from {} on", least));
      out = static_cast<std::uint64_t>(*value);
      return {};
    };
  }
  Handler Duration(const std::string& path, std::optional<std::chrono::nanoseconds>& out) const {
    return [=, this, &out](const toml::node& node) -> Result<void> {
      const auto value = node.value_exact<std::string>();
      const auto time = value ? ParseDuration(*value) : Result<std::chrono::nanoseconds>(Fail(ErrorCategory::kUsage, ""));
      if (!time) return Wrong(node, path, "a duration like \"30s\" or \"5m\"");
      out = *time;
      return {};
    };
  }

  std::unexpected<Error> Wrong(const toml::node& node, const std::string& path, const std::string& wanted) const {
    return Fail(ErrorCategory::kUsage, "wrong value in the configuration", At(node.source()),
                fmt::format("{} must be {}", path, wanted));
  }

 private:
  std::string At(const toml::source_region& source) const { return fmt::format("{}, line {}", name_, source.begin.line); }

  std::unexpected<Error> Unknown(const toml::key& key, const std::string& path, const Keys& keys) const {
    std::string best, all;
    std::size_t distance = 4;
    for (const auto& [name, handler] : keys) {
      all += (all.empty() ? "" : ", ") + name;
      if (const std::size_t d = EditDistance(key.str(), name); d < distance && d < name.size()) distance = d, best = name;
    }
    return Fail(ErrorCategory::kUsage, "unknown key in the configuration", At(key.source()),
                fmt::format("'{}'{}", key.str(), path.empty() ? "" : fmt::format(" in [{}]", path)),
                best.empty() ? "known: " + all : fmt::format("did you mean '{}'?", best));
  }

  std::string name_;
};

Result<void> ReadList(const Reader& reader, const toml::node& node, std::vector<ConfiguredTest>& out) {
  const toml::array* array = node.as_array();
  if (array == nullptr) return reader.Wrong(node, "tests.list", "written as [[tests.list]]");
  for (const toml::node& item : *array) {
    ConfiguredTest test;
    RW_TRY(reader.Table(item, "tests.list",
                        {{"name", reader.String("name", test.name)},
                         {"command", reader.Strings("command", test.command)},
                         {"directory", reader.String("directory", test.directory)}}));
    if (test.name.empty() || test.command.empty())
      return reader.Wrong(item, "an entry of tests.list", "given a name and a command");
    out.push_back(std::move(test));
  }
  return {};
}

Result<void> ReadClasses(const Reader& reader, const toml::node& node, std::vector<ConfiguredClass>& out) {
  const toml::array* array = node.as_array();
  if (array == nullptr) return reader.Wrong(node, "gen.class", "written as [[gen.class]]");
  for (const toml::node& item : *array) {
    ConfiguredClass one;
    RW_TRY(reader.Table(item, "gen.class",
                        {{"header", reader.String("header", one.header)},
                         {"name", reader.String("name", one.name)},
                         {"flags", reader.Strings("flags", one.flags)}}));
    if (one.header.empty() || one.name.empty()) return reader.Wrong(item, "an entry of gen.class", "given a header and a name");
    out.push_back(std::move(one));
  }
  return {};
}

}  // namespace

Result<Config> ParseConfig(std::string_view text, const std::string& name) {
  Config out;
  out.text = text;
  toml::table table;
  try {
    table = toml::parse(text, name);
  } catch (const toml::parse_error& error) {
    return Fail(ErrorCategory::kUsage, "cannot read the configuration",
                fmt::format("{}, line {}", name, error.source().begin.line), std::string(error.description()));
  }
  const Reader reader(name);
  const auto section = [&](const std::string& path, Reader::Keys keys) {
    return std::pair<std::string, Reader::Handler>(
        path, [&reader, path, keys = std::move(keys)](const toml::node& node) { return reader.Table(node, path, keys); });
  };
  RW_TRY(reader.Table(
      table, "",
      {section("build", {{"system", reader.String("build.system", out.build.system, BuildSystems())},
                         {"directory", reader.String("build.directory", out.build.directory)},
                         {"preset", reader.String("build.preset", out.build.preset)},
                         {"options", reader.Strings("build.options", out.build.options)},
                         {"configure", reader.String("build.configure", out.build.configure)},
                         {"build", reader.String("build.build", out.build.build)}}),
       section("tests", {{"programs", reader.Strings("tests.programs", out.tests.programs)},
                         {"exclude", reader.Strings("tests.exclude", out.tests.exclude)},
                         {"environment", reader.Table("tests.environment", out.tests.environment)},
                         {"list", [&](const toml::node& node) { return ReadList(reader, node, out.tests.list); }}}),
       section("check", {{"base", reader.String("check.base", out.check.base)},
                         {"budget", reader.Duration("check.budget", out.check.budget)},
                         {"fail-on", reader.String("check.fail-on", out.check.fail_on, {"new", "any"})},
                         {"incomplete", reader.String("check.incomplete", out.check.incomplete, {"fail", "pass"})},
                         {"baseline", reader.String("check.baseline", out.check.baseline)},
                         {"suppressions", reader.String("check.suppressions", out.check.suppressions)},
                         {"store", reader.String("check.store", out.check.store)},
                         {"seed", reader.Number("check.seed", out.check.seed, 0)}}),
       section("gen", {{"exclude", reader.Strings("gen.exclude", out.gen.exclude)},
                       {"include", reader.Strings("gen.include", out.gen.include)},
                       {"link", reader.Strings("gen.link", out.gen.link)},
                       {"tests", reader.Strings("gen.tests", out.gen.tests)},
                       {"invariant", reader.String("gen.invariant", out.gen.invariant)},
                       {"values", reader.Lists("gen.values", out.gen.values)},
                       {"factories", reader.Lists("gen.factories", out.gen.factories)},
                       {"class", [&](const toml::node& node) { return ReadClasses(reader, node, out.gen.classes); }}}),
       section("cache", {{"builds", reader.Number("cache.builds", out.cache.builds, 2)}})}));
  for (const std::string& pattern : out.tests.exclude)
    if (const auto parsed = Pattern::Parse(pattern); !parsed)
      return Fail(ErrorCategory::kUsage, "not a regular expression in the configuration", name + ": tests.exclude",
                  pattern + ": " + parsed.error().why());
  if (out.build.system == "commands" && out.build.build.empty())
    return Fail(ErrorCategory::kUsage, "build.system is \"commands\", but build.build is missing", name);
  if (out.build.system != "commands" && (!out.build.configure.empty() || !out.build.build.empty()))
    return Fail(ErrorCategory::kUsage, "build.configure and build.build are for build.system = \"commands\"", name);
  return out;
}  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): it loses sight of what the handlers in a list own

Result<Config> ReadConfig(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return Config();
  RW_ASSIGN(const std::string text, ReadFile(path, "cannot read the configuration"));
  return ParseConfig(text, std::filesystem::path(path).filename().string());
}

}  // namespace reweave::inline check
