#include "evaluate/suite_generator.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <charconv>

#include "base/file.h"
#include "base/rng.h"

namespace reweave::inline evaluate {

namespace {

using Range = SuiteDescription::Range;

std::optional<Range> RangeOf(const toml::node* node) {
  const toml::array* pair = node ? node->as_array() : nullptr;
  if (!pair || pair->size() != 2) return std::nullopt;
  const auto low = (*pair)[0].value<std::int64_t>(), high = (*pair)[1].value<std::int64_t>();
  if (!low || !high || *low > *high) return std::nullopt;
  return Range{*low, *high};
}

std::int64_t Draw(Rng& rng, Range range) {
  return range.first + static_cast<std::int64_t>(rng.Below(static_cast<std::uint64_t>(range.second - range.first) + 1));
}

// "put=1..40=7" with the range replaced by a number of it.
std::string DrawCall(Rng& rng, const std::string& call) {
  std::string out;
  for (std::size_t at = 0; at <= call.size();) {
    const std::size_t end = std::min(call.find('=', at), call.size());
    const std::string part = call.substr(at, end - at);
    if (!out.empty()) out += '=';
    if (const std::size_t dots = part.find(".."); dots != std::string::npos) {
      Range range{};
      std::from_chars(part.data(), part.data() + dots, range.first);
      std::from_chars(part.data() + dots + 2, part.data() + part.size(), range.second);
      out += std::to_string(range.second < range.first ? range.first : Draw(rng, range));
    } else {
      out += part;
    }
    at = end + 1;
  }
  return out;
}

const SuiteDescription::Group& DrawGroup(Rng& rng, const SuiteDescription& description) {
  return description.groups[rng.Below(description.groups.size())];
}

}  // namespace

Result<SuiteDescription> ReadSuiteDescription(const std::string& path) {
  const auto wrong = [&](std::string why) { return Fail(ErrorCategory::kUsage, "cannot read a suite's description", path, why); };
  RW_ASSIGN(const std::string text, ReadFile(path, "cannot read a suite's description"));
  try {
    const toml::table table = toml::parse(text, path);
    SuiteDescription out;
    out.tests = static_cast<std::uint32_t>(table["tests"].value_or(std::int64_t{0}));
    out.seed = static_cast<std::uint64_t>(table["seed"].value_or(std::int64_t{1}));
    if (out.tests == 0) return wrong("tests: how many?");
    const auto threads = RangeOf(table.get("threads")), calls = RangeOf(table.get("calls"));
    if (!threads || threads->first < 1) return wrong("threads: [from, to]");
    if (!calls || calls->first < 1) return wrong("calls: [from, to]");
    out.threads = *threads, out.calls = *calls;
    if (const toml::array* setup = table["setup"].as_array())
      for (const toml::node& node : *setup) {
        const auto range = RangeOf(&node);
        if (!range) return wrong("setup: a list of [from, to]");
        out.setup.push_back(*range);
      }
    if (out.setup.empty()) return wrong("setup: a list of [from, to]");
    if (const toml::array* groups = table["group"].as_array())
      for (const toml::node& node : *groups) {
        const toml::table* group = node.as_table();
        auto& entry = out.groups.emplace_back();
        if (!group) return wrong("[[group]]: name, calls");
        entry.name = (*group)["name"].value_or(std::string());
        if (const toml::array* list = (*group)["calls"].as_array())
          for (const toml::node& call : *list) entry.calls.push_back(call.value_or(std::string()));
        if (entry.name.empty() || entry.calls.empty()) return wrong("[[group]]: name, calls");
      }
    if (out.groups.empty()) return wrong("there is no [[group]]");
    return out;
  } catch (const toml::parse_error& error) {
    return wrong(std::string(error.description()));
  }
}

std::string GenerateSuite(const SuiteDescription& description, std::optional<std::uint32_t> tests) {
  std::string out = fmt::format("# name: arguments; seed {}\n", description.seed);
  Rng rng(description.seed);
  const std::uint32_t count = tests.value_or(description.tests);
  for (std::uint32_t i = 1; i <= count; ++i) {
    const auto &first = DrawGroup(rng, description), &second = DrawGroup(rng, description);
    out += fmt::format("{}-{}.{}: ", first.name, second.name, i);
    for (std::size_t k = 0; k < description.setup.size(); ++k)
      out += fmt::format("{}{}", k ? "," : "", Draw(rng, description.setup[k]));
    const std::int64_t threads = Draw(rng, description.threads);
    for (std::int64_t thread = 0; thread < threads; ++thread) {
      const auto& group = thread % 2 == 0 ? first : second;
      const std::int64_t calls = Draw(rng, description.calls);
      for (std::int64_t call = 0; call < calls; ++call)
        out += (call ? ',' : ' ') + DrawCall(rng, group.calls[rng.Below(group.calls.size())]);
    }
    out += '\n';
  }
  return out;
}

}  // namespace reweave::inline evaluate
