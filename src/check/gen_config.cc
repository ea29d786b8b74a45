#include "check/gen_config.h"

#include <filesystem>

namespace reweave::inline check {

namespace fs = std::filesystem;

void UseConfig(const Config& config, const std::string& top, gen::GenOptions& options) {
  const auto below = [&](const std::string& path) { return (fs::path(top) / path).lexically_normal().string(); };
  auto& subject = options.subject;
  subject.exclude.insert(subject.exclude.end(), config.gen.exclude.begin(), config.gen.exclude.end());
  if (subject.invariant.empty()) subject.invariant = config.gen.invariant;
  for (const auto& [type, values] : config.gen.values) {
    auto& pool = subject.pools.by_type[type];
    pool.insert(pool.end(), values.begin(), values.end());
  }
  for (const auto& [type, expressions] : config.gen.factories) {
    auto& list = subject.factories[type];
    list.insert(list.end(), expressions.begin(), expressions.end());
  }
  if (options.suppressions.empty() && config.check.suppressions) options.suppressions = below(*config.check.suppressions);
  for (const std::string& path : config.gen.include) subject.includes.push_back(below(path));
  for (const std::string& path : config.gen.tests) options.tests.push_back(below(path));
  for (const std::string& word : config.gen.link) options.link.push_back(word.starts_with("-") ? word : below(word));
}

}  // namespace reweave::inline check
