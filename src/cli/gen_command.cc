#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/command.h"
#include "base/duration.h"
#include "base/escape.h"
#include "base/interrupt.h"
#include "check/config.h"
#include "check/gen_config.h"
#include "cli/gen_command.h"
#include "cli/output.h"
#include "gen/gen.h"

namespace reweave::inline cli {

namespace {

struct Flags {
  std::string header, name, database, out = "tests/generated", framework = "plain", time = "45s", json;
  std::vector<std::string> exclude, link, values;
  std::uint64_t tests = 0, seed = 1;
  std::size_t keep = 8;
  std::string base, config, invariant, suppressions;
  bool assume_safe = false, list = false, no_default_suppressions = false;
};

// "TYPE=EXPRESSION", or the name of a parameter instead of the type.
Result<void> AddValue(const std::string& text, gen::ValuePools& pools) {
  const auto at = text.find('=');
  if (at == 0 || at == std::string::npos || at + 1 == text.size())
    return Fail(ErrorCategory::kUsage, "a value that cannot be read", text, {},
                "write --value 'TYPE=EXPRESSION' or --value 'PARAMETER=EXPRESSION'");
  pools.by_type[text.substr(0, at)].push_back(text.substr(at + 1));
  return {};
}

// [gen] of reweave.toml: the given file, or the one at the top of the header's checkout, or the one here.
Result<void> TakeConfig(const Flags& flags, gen::GenOptions& options) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::path path = flags.config;
  if (path.empty()) {
    path = "reweave.toml";
    for (fs::path at = fs::weakly_canonical(flags.header, ignored).parent_path(); at.has_relative_path(); at = at.parent_path())
      if (fs::exists(at / "reweave.toml", ignored)) {
        path = at / "reweave.toml";
        break;
      }
  } else if (!fs::exists(path, ignored)) {
    return Fail(ErrorCategory::kUsage, "no such configuration", path.string());
  }
  RW_ASSIGN(const Config config, ReadConfig(path.string()));
  UseConfig(config, fs::absolute(path, ignored).parent_path().string(), options);
  return {};
}

Result<int> RunGen(const Flags& flags, const CommandLine& line, bool has_tests) {
  gen::GenOptions options;
  options.header = flags.header;
  options.name = flags.name;
  options.database = flags.database;
  if (line.has_program) options.flags = line.program;
  options.tools = std::filesystem::path(OwnProgram()).parent_path().string();
  options.out = flags.out;
  RW_ASSIGN(options.framework, gen::ParseFramework(flags.framework));
  options.subject.exclude = flags.exclude;
  options.subject.invariant = flags.invariant;
  options.subject.invariant_must_compile = !flags.invariant.empty();
  for (const std::string& value : flags.values) RW_TRY(AddValue(value, options.subject.pools));
  options.suppressions = flags.suppressions;
  options.default_suppressions = !flags.no_default_suppressions;
  RW_TRY(TakeConfig(flags, options));
  options.base = flags.base;
  RW_ASSIGN(options.search.time, ParseDuration(flags.time));
  if (has_tests && flags.tests == 0)
    return Fail(ErrorCategory::kUsage, "--tests 0 would try nothing", {}, {}, "--list shows what can be called");
  if (has_tests) options.search.tests = flags.tests;
  options.search.seed = flags.seed;
  options.search.assume_safe = flags.assume_safe;
  options.link.insert(options.link.end(), flags.link.begin(), flags.link.end());
  options.keep_passing = flags.keep;
  options.list_only = flags.list;
  options.status = [](const std::string& text) { ProgressLine(text); };
  CatchInterrupts();
  RW_ASSIGN(const gen::GenResult result, gen::Generate(options));
  StatusLine("");
  if (flags.json != "-") Print(EscapeBlock(gen::RenderGen(result, flags.list)));
  RW_TRY(WriteJson(flags.json, gen::GenJson(result)));
  const bool fails = std::ranges::any_of(result.tests, [](const gen::GenTest& test) { return !test.kind.empty(); });
  // A failure that was seen counts, even if the test that was written for it is wrong.
  const bool seen = std::ranges::any_of(result.not_shown, [](const gen::NotShown& one) { return !one.compiles; });
  if (fails || seen) return kExitFindings;
  if (result.interrupted) return kExitInterrupted;
  return result.search.no_time ? kExitTarget : kExitOk;
}

}  // namespace

void AddGenCommand(CLI::App& app, CommandLine& line) {
  auto flags = std::make_shared<Flags>();
  CLI::App* command = app.add_subcommand("gen", "write multi-threaded tests for a class, and keep those that show something");
  command->add_option("HEADER", flags->header, "the file that declares the class")->required();
  command->add_option("--class", flags->name, "the class as written in C++: 'ns::Cache<int, int>'; in C, the struct")->required();
  command->add_option("-p", flags->database, "directory of compile_commands.json; without it: . and the directories in it");
  command->add_option("--out", flags->out, "directory for the tests")->capture_default_str();
  command->add_option("--framework", flags->framework, "what the tests are written for")
      ->check(CLI::IsMember({"plain", "gtest", "catch2", "doctest"}))
      ->capture_default_str();
  command->add_option("--time", flags->time, "time for searching (two thirds of it) and for writing the tests")
      ->capture_default_str();
  auto* tests = command->add_option("--tests", flags->tests, "stop after so many tests were tried");
  command->add_option("--exclude", flags->exclude, "methods not to call, by name; a pattern: 'Clear*'");
  command->add_option("--invariant", flags->invariant, "must hold after the calls: 'object.size() <= object.capacity()'");
  command->add_option("--base", flags->base,
                      "a revision of git: only methods that reach changed code, only failures that are new");
  command->add_option("--config", flags->config, "the file with [gen]; without it: reweave.toml of the header's project");
  command->add_option("--value", flags->values, "a value for arguments: 'TYPE=EXPRESSION' or 'PARAMETER=EXPRESSION'");
  command->add_option("--link", flags->link, "a source, object, archive or -l flag that the class needs");
  command->add_option("--keep", flags->keep, "passing tests to keep, at most")->capture_default_str();
  command->add_flag("--assume-safe", flags->assume_safe, "try all methods beside each other, whatever the class promises");
  command->add_option("--suppressions", flags->suppressions,
                      "file of findings that are not reported, in the syntax of ThreadSanitizer; else that of [check]");
  command->add_flag("--no-default-suppressions", flags->no_default_suppressions,
                    "also report the known races of the standard library itself");
  command->add_flag("--list", flags->list, "only list what can be called and what cannot, with the reason");
  command->add_option("--seed", flags->seed, "of all random choices")->capture_default_str();
  command->add_option("--json", flags->json, "write the result as JSON to this file, - for stdout");
  command->footer(
      "EXAMPLE\n  reweave gen include/spool/lru_cache.h --class 'spool::LruCache<int, int>' -p build\n"
      "  reweave gen ring.h --class ring --link ring.c -- -I.\n  reweave gen queue.h --class Queue --list -- -std=c++20\n"
      "  reweave gen include/queue.h --class 'Queue<int>' -p build --base origin/main");
  command->callback(
      [=, &line] { line.run = [=, &line] { return Guarded([&] { return RunGen(*flags, line, tests->count() > 0); }); }; });
}

}  // namespace reweave::inline cli
