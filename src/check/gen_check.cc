#include "check/gen_check.h"

#include <algorithm>
#include <filesystem>

#include "check/gen_config.h"

namespace reweave::inline check {

namespace fs = std::filesystem;

Result<std::vector<gen::GenResult>> GenerateForChange(const CheckResult& check, const Config& config,
                                                      const GenCheckOptions& options) {
  if (config.gen.classes.empty())
    return Fail(ErrorCategory::kUsage, "--gen, but no class to write tests for", "reweave.toml", "there is no [[gen.class]]",
                "name each class: [[gen.class]] header = \"include/queue.h\", name = \"Queue<int>\"");
  std::vector<gen::GenResult> out;
  std::error_code ignored;
  for (const ConfiguredClass& one : config.gen.classes) {
    gen::GenOptions request;
    request.header = (fs::path(check.head.source) / one.header).string();
    request.name = one.name;
    request.tools = options.drivers;
    if (fs::exists(fs::path(check.head.build) / "compile_commands.json", ignored) && one.flags.empty())
      request.database = check.head.build;
    else request.flags = one.flags.empty() ? std::vector<std::string>{"-std=c++20"} : one.flags;
    if (request.flags)
      for (const char* directory : {".", "include", "src"})
        request.flags->push_back("-I" + (fs::path(check.head.source) / directory).lexically_normal().string());
    const std::string place = check.top + "/.reweave/gen-tests/" + gen::SnakeCase(one.name);
    request.out = place + "/tests";
    request.work = place + "/work";
    request.keep_passing = 0;
    request.default_suppressions = options.default_suppressions;
    request.search.time = options.time;
    request.base_top = check.head.source;
    request.base_tree = check.base.source;
    request.message = options.say;
    request.status = options.status;
    UseConfig(config, check.head.source, request);
    if (options.say) options.say("tests for " + one.name);
    RW_ASSIGN(gen::GenResult result, gen::Generate(request));
    out.push_back(std::move(result));
  }
  return out;
}

}  // namespace reweave::inline check
