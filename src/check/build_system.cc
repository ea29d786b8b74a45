#include "check/build_system.h"

#include <fmt/format.h>
#include <fnmatch.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/command.h"
#include "base/file.h"
#include "base/nearest.h"
#include "base/pattern.h"
#include "check/cmake_project.h"
#include "check/compiler_names.h"
#include "check/generated_files.h"
#include "check/traced_make.h"
#include "facts/reader.h"
#include "suite/native_run.h"
#include "suite/tests.h"
#include "suite/wrappers.h"

namespace reweave::inline check {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::string SystemOf(const Config& config, const std::string& source) {
  return config.build.system.empty() ? DetectBuildSystem(source) : config.build.system;
}

// A preset that is meant for us, or the one that everybody gets.
Result<std::string> PresetOf(const Config& config, const fs::path& source) {
  std::vector<std::string> names;
  for (const char* file : {"CMakePresets.json", "CMakeUserPresets.json"}) {
    const auto text = ReadFile((source / file).string(), "");
    if (!text) continue;
    const json presets = json::parse(*text, nullptr, false, true);
    if (!presets.is_object()) continue;
    for (const json& preset : presets.value("configurePresets", json::array()))
      if (preset.is_object() && !preset.value("hidden", false)) names.push_back(preset.value("name", ""));
  }
  const auto has = [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); };
  if (config.build.preset.empty()) return has("reweave") ? "reweave" : has("default") ? "default" : "";
  if (!has(config.build.preset))
    return Fail(ErrorCategory::kUsage, "no such CMake preset", config.build.preset, "in " + source.string(),
                names.empty() ? "CMakePresets.json has none" : fmt::format("known: {}", fmt::join(names, ", ")));
  return config.build.preset;
}

Result<std::vector<BuildStep>> CMakeSteps(const Config& config, const BuildInput& input) {
  std::vector<std::string> configure = {"cmake", "-S", input.source, "-B", input.build};
  RW_ASSIGN(const std::string preset, PresetOf(config, input.source));
  if (!preset.empty()) {
    configure.insert(configure.end(), {"--preset", preset});
  } else {
    // Without NDEBUG: assertions are what many tests fail by.
    configure.insert(configure.end(), {"-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O1 -g",
                                       "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g"});
    // What tests run is looked at as a whole, which a library of its own hides from the analysis.
    const bool shared = std::ranges::any_of(
        config.build.options, [](const std::string& option) { return option.find("BUILD_SHARED_LIBS") != std::string::npos; });
    if (!shared) configure.push_back("-DBUILD_SHARED_LIBS=OFF");
    // CMake's own choice is make, which a machine with ninja may lack.
    if (getenv("CMAKE_GENERATOR") == nullptr && !FindInPath("ninja").empty()) configure.insert(configure.end(), {"-G", "Ninja"});
  }
  configure.push_back("-DCMAKE_C_COMPILER=" + input.drivers + "/reweave-cc");
  configure.push_back("-DCMAKE_CXX_COMPILER=" + input.drivers + "/reweave-c++");
  for (const std::string& setting : input.settings) configure.push_back("-D" + setting);
  configure.insert(configure.end(), config.build.options.begin(), config.build.options.end());
  RW_TRY(AskForTargets(input.build));
  return std::vector<BuildStep>{
      {"configuring", std::move(configure), input.source, {}},
      {"building", {"cmake", "--build", input.build, "-j", std::to_string(input.jobs)}, input.source, {}}};
}

std::vector<std::pair<std::string, std::string>> Compilers(const BuildInput& input) {
  return {{"CC", input.drivers + "/reweave-cc"}, {"CXX", input.drivers + "/reweave-c++"}, {"PATH", input.path}};
}

std::vector<BuildStep> MesonSteps(const Config& config, const BuildInput& input) {
  std::vector<BuildStep> steps;
  if (!FileExists(fs::path(input.build) / "build.ninja")) {
    std::vector<std::string> setup = {"meson", "setup", input.build, input.source, "--buildtype=debugoptimized"};
    if (config.build.options.empty()) setup.push_back("--default-library=static");
    setup.insert(setup.end(), config.build.options.begin(), config.build.options.end());
    steps.push_back({"configuring", std::move(setup), input.source, Compilers(input)});
  }
  steps.push_back(
      {"building", {"meson", "compile", "-C", input.build, "-j", std::to_string(input.jobs)}, input.source, Compilers(input)});
  return steps;
}

std::string TraceOf(const std::string& build) { return build + "/reweave-make-check"; }

// Runs `make check`, or `make test`, with a shell that writes down what it runs: those programs are the tests. Whether they pass
// does not matter here: -i goes on with the next line of a recipe after one that failed. Not where the configuration names the
// tests.
Result<void> AddTracedCheck(const Config& config, const BuildInput& input, const std::string& directory,
                            std::vector<std::string> variables, std::vector<BuildStep>& steps) {
  if (!config.tests.list.empty() || !config.tests.programs.empty() || FindInPath("bash").empty()) return {};
  const std::string shell = input.build + "/reweave-shell", log = TraceOf(input.build);
  std::error_code error;
  fs::create_directories(input.build, error);
  RW_TRY(WriteTracingShell(shell, log));
  variables.push_back("SHELL=" + shell);
  std::string words;
  for (const std::string& word : variables) words += " " + ShellQuoted(word);
  // A dry run tells which of the two there is, without building anything.
  const std::string script = fmt::format("rm -f {1}; for t in check test; do if make -n $t{0} >/dev/null 2>&1; then make -k -i "
                                         "-j {2} $t{0} || true; exit 0; fi; done",
                                         words, ShellQuoted(log), input.jobs);
  steps.push_back({"running make check of", {"sh", "-c", script}, directory, Compilers(input), log});
  return {};
}

Result<std::vector<BuildStep>> MakeSteps(const Config& config, const BuildInput& input) {
  std::vector<std::string> command = {"make", "-j", std::to_string(input.jobs)}, variables;
  for (const auto& [name, value] : Compilers(input))
    if (name != "PATH") variables.push_back(name + "=" + value);
  command.insert(command.end(), variables.begin(), variables.end());
  command.insert(command.end(), config.build.options.begin(), config.build.options.end());
  std::vector<BuildStep> steps;
  // A script of the project's own, which says nothing of other directories and of options.
  if (!HasMakefile(input.source) && FileExists(fs::path(input.source) / "configure"))
    steps.push_back({"configuring", {"sh", "./configure"}, input.source, Compilers(input)});
  steps.push_back({"building", std::move(command), input.source, Compilers(input)});
  for (const std::string& option : config.build.options)
    if (option.find('=') != std::string::npos) variables.push_back(option);
  RW_TRY(AddTracedCheck(config, input, input.source, std::move(variables), steps));
  return steps;
}

// ./configure in the build directory. Without shared libraries: their programs would be scripts that start the real ones.
Result<std::vector<BuildStep>> AutotoolsSteps(const Config& config, const BuildInput& input) {
  std::vector<BuildStep> steps;
  const bool prepares = !FileExists(fs::path(input.source) / "configure");
  if (prepares && FindInPath("autoreconf").empty())
    return Fail(ErrorCategory::kUsage, "the project has no configure script yet, and what makes one is not installed",
                input.source, "there is no autoreconf", "apt install autoconf automake libtool");
  if (prepares)
    steps.push_back({"preparing",
                     {"sh", "-e", "-c", "if [ -x ./autogen.sh ]; then NOCONFIGURE=1 ./autogen.sh; else autoreconf -fi; fi"},
                     input.source,
                     {}});
  if (!prepares && !HasItsGenerators(input.source + "/configure")) steps.push_back(GeneratedFilesAreNew(input));
  if (!FileExists(fs::path(input.build) / "Makefile")) {
    std::vector<std::string> configure = {input.source + "/configure", "CFLAGS=-O1 -g", "CXXFLAGS=-O1 -g"};
    if (config.build.options.empty()) configure.push_back("--disable-shared");
    configure.insert(configure.end(), config.build.options.begin(), config.build.options.end());
    steps.push_back({"configuring", std::move(configure), input.build, Compilers(input)});
  }
  steps.push_back({"building", {"make", "-j", std::to_string(input.jobs)}, input.build, Compilers(input)});
  RW_TRY(AddTracedCheck(config, input, input.build, {}, steps));
  return steps;
}

std::vector<BuildStep> ShellSteps(const Config& config, const BuildInput& input) {
  auto environment = Compilers(input);
  environment.insert(environment.end(), {{"SOURCE", input.source}, {"BUILD", input.build}, {"JOBS", std::to_string(input.jobs)}});
  std::vector<BuildStep> steps;
  for (const auto& [what, text] : {std::pair("configuring", config.build.configure), std::pair("building", config.build.build)})
    if (!text.empty()) steps.push_back({what, {"sh", "-e", "-c", text}, input.build, environment});
  return steps;
}

Result<std::vector<TestSpec>> MesonTests(const std::string& build) {
  TestSpec ask;
  ask.name = "meson";
  ask.command = {"meson", "introspect", build, "--tests"};
  RW_ASSIGN(const NativeRun run, RunNatively(ask, {.timeout = std::chrono::seconds(60), .memory = 0, .output = 64u << 20}));
  const json tests = json::parse(run.output, nullptr, false);
  if (!run.exited(0) || !tests.is_array())
    return Fail(ErrorCategory::kUsage, "meson cannot list the tests of", build, DescribeEnd(run));
  std::vector<TestSpec> out;
  for (const json& test : tests) {
    TestSpec spec;
    spec.name = test.value("name", "");
    spec.command = test.value("cmd", std::vector<std::string>());
    spec.directory = test.contains("workdir") && test["workdir"].is_string() ? test["workdir"].get<std::string>() : build;
    if (test.contains("env") && test["env"].is_object())
      for (const auto& [name, value] : test["env"].items())
        if (value.is_string()) spec.environment.emplace_back(name, value.get<std::string>());
    if (const int timeout = test.value("timeout", 0); timeout > 0) spec.timeout = std::chrono::seconds(timeout);
    spec.run_serial = !test.value("is_parallel", true);
    spec.disabled = spec.command.empty();
    TakeOutOfWrappers(spec);
    out.push_back(std::move(spec));
  }
  return out;
}

// What `make check` ran: programs of the project, with the arguments that it gave them.
std::vector<TestSpec> TracedTests(const std::string& build, const std::string& source) {
  std::vector<TestSpec> out;
  const auto log = ReadFile(TraceOf(build), "");
  if (!log) return out;
  std::map<std::string, int> names;
  std::set<std::vector<std::string>> calls;
  // What a program says of how it was started is better than a line of the shell that names it: `test -f ./a_test` starts
  // nothing.
  const std::vector<TracedCommand> commands = ParseTrace(*log);
  const auto path_of = [](const TracedCommand& command, std::size_t word) {
    return (fs::path(command.directory) / command.words[word]).lexically_normal().string();
  };
  std::set<std::string> started;
  for (const TracedCommand& command : commands)
    if (command.started) started.insert(path_of(command, 0));
  for (const TracedCommand& command : commands) {
    for (std::size_t i = 0; i < (command.started ? 1 : command.words.size()); ++i) {
      const std::string& word = command.words[i];
      if (word.find('/') == std::string::npos) continue;
      const std::string program = path_of(command, i);
      if (!command.started && started.contains(program)) break;
      std::error_code error;
      if (!fs::is_regular_file(program, error) || access(program.c_str(), X_OK) != 0 || !HasFacts(program)) continue;
      // The compiler's own words are no tests: "-o ./a_test".
      if (i > 0 && (command.words[i - 1] == "-o" || command.words[0].find("reweave-c") != std::string::npos)) break;
      // The shell and the program itself may have written down the same call, with other names of one file.
      std::vector<std::string> call = {command.directory, program};
      call.insert(call.end(), command.words.begin() + static_cast<std::ptrdiff_t>(i) + 1, command.words.end());
      if (!calls.insert(std::move(call)).second) break;
      std::vector<TestSpec> cases;
      if (i + 1 == command.words.size())
        if (auto found = FindTests({.subject = program, .tests = ""})) cases = std::move(*found);
      // With its arguments: a number in the order of the calls would name another call in the other version, where one call more
      // fails or where make starts them in another order.
      std::string name = fs::path(program).filename().string();
      for (std::size_t word_at = i + 1; word_at < command.words.size(); ++word_at)
        name += " " + StableWord(command.words[word_at], {build, source});
      if (cases.empty()) {
        TestSpec test;
        test.name = name;
        test.command = {program};
        test.command.insert(test.command.end(), command.words.begin() + static_cast<std::ptrdiff_t>(i) + 1, command.words.end());
        // A script made a file for it and deleted it afterwards: without the script its run says nothing.
        const auto gone = std::ranges::find_if(test.command.begin() + 1, test.command.end(), [&](const std::string& argument) {
          return command.started && argument.starts_with('/') && WithoutDirectories(argument, {build, source}) == argument &&
                 !fs::exists(argument, error);
        });
        test.disabled = gone != test.command.end();
        if (test.disabled) test.disabled_reason = fmt::format("it was started with {}, which is gone", *gone);
        cases.push_back(std::move(test));
      }
      const bool several = cases.size() > 1 || cases[0].source != TestSource::kProgram;
      const int number = ++names[name];
      const std::string prefix = number > 1 ? fmt::format("{}#{}", name, number) : name;
      for (TestSpec& test : cases) {
        test.name = several ? prefix + "." + test.name : prefix;
        test.directory = command.directory;
        out.push_back(std::move(test));
      }
      break;
    }
  }
  return out;
}

// Programs built with the driver whose path below the directory, or name, fits a pattern; each with the cases inside it.
Result<std::vector<TestSpec>> ProgramTests(const Config& config, const std::string& directory) {
  const std::vector<std::string> patterns =
      config.tests.programs.empty() ? std::vector<std::string>{"*test*"} : config.tests.programs;
  std::vector<std::string> programs;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(directory, error), end; entry != end; entry.increment(error)) {
    if (entry->path().filename() == ".git" || entry->path().filename() == ".reweave") entry.disable_recursion_pending();
    if (!entry->is_regular_file(error) || access(entry->path().c_str(), X_OK) != 0 || entry->path().extension() == ".so")
      continue;
    const std::string below = entry->path().lexically_relative(directory).string(), name = entry->path().filename().string();
    const bool wanted = std::ranges::any_of(patterns, [&](const std::string& pattern) {
      return fnmatch(pattern.c_str(), (pattern.find('/') == std::string::npos ? name : below).c_str(), 0) == 0;
    });
    if (wanted && HasFacts(entry->path().string())) programs.push_back(below);
  }
  std::ranges::sort(programs);
  std::vector<TestSpec> out;
  for (const std::string& program : programs) {
    RW_ASSIGN(std::vector<TestSpec> cases, FindTests({.subject = directory + "/" + program, .tests = ""}));
    const bool several = cases.size() > 1 || cases[0].source != TestSource::kProgram;
    for (TestSpec& test : cases) {
      test.name = several ? program + "." + test.name : program;
      if (test.directory.empty()) test.directory = directory;
      out.push_back(std::move(test));
    }
  }
  if (out.empty())
    return Fail(ErrorCategory::kUsage, "no test programs", directory,
                fmt::format("no program that was built with the driver matches {}", fmt::join(patterns, ", ")),
                "name them in reweave.toml: [tests] programs, or [[tests.list]]");
  return out;
}

std::vector<TestSpec> ListedTests(const Config& config, const std::string& directory) {
  std::vector<TestSpec> out;
  for (const ConfiguredTest& test : config.tests.list) {
    TestSpec spec;
    spec.name = test.name;
    spec.command = test.command;
    if (const std::string& program = spec.command[0]; program.find('/') != std::string::npos && program[0] != '/')
      spec.command[0] = (fs::path(directory) / program).lexically_normal().string();
    spec.directory = (fs::path(directory) / test.directory).lexically_normal().string();
    spec.source = TestSource::kList;
    out.push_back(std::move(spec));
  }
  return out;
}

Result<std::vector<BuildStep>> StepsOf(const Config& config, BuildInput input) {
  const std::string system = SystemOf(config, input.source);
  if (system == "cmake") return CMakeSteps(config, input);
  RW_ASSIGN(input.path, PathWithDrivers(input.build, input.drivers));
  if (system == "meson") {
    if (FindInPath("meson").empty())
      return Fail(ErrorCategory::kUsage, "the project is built with Meson, which is not installed", input.source);
    return MesonSteps(config, input);
  }
  if (system == "autotools") return AutotoolsSteps(config, input);
  if (system == "make") return MakeSteps(config, input);
  if (system == "commands") return ShellSteps(config, input);
  return Fail(ErrorCategory::kUsage, "cannot tell how to build", input.source,
              "there is no CMakeLists.txt, meson.build, configure or Makefile",
              "describe the build in reweave.toml; reweave init writes one");
}

}  // namespace

const std::vector<std::string>& BuildSystems() {
  static const std::vector<std::string> systems = {"cmake", "meson", "autotools", "make", "commands"};
  return systems;
}

Result<std::vector<BuildStep>> BuildSteps(const Config& config, const BuildInput& input) {
  RW_ASSIGN(std::vector<BuildStep> steps, StepsOf(config, input));
  if (std::ranges::find(input.refused, kSanitizers) != input.refused.end())
    for (BuildStep& step : steps) step.environment.emplace_back("REWEAVE_WITHOUT_SANITIZERS", "1");
  return steps;
}

std::string ProgramDirectory(const Config& config, const Version& version) {
  const std::string source = (fs::path(version.source) / config.build.directory).lexically_normal().string();
  return SystemOf(config, source) == "make" ? source : version.build;
}

Result<std::vector<TestSpec>> TestsOf(const Config& config, const Version& version) {
  const std::string source = (fs::path(version.source) / config.build.directory).lexically_normal().string();
  const std::string system = SystemOf(config, source), directory = ProgramDirectory(config, version);
  std::vector<TestSpec> tests;
  if (!config.tests.list.empty()) {
    tests = ListedTests(config, directory);
  } else if (system == "cmake") {
    auto known = FindTests({.subject = directory, .tests = ""});
    if (known) {
      tests = std::move(*known);
    } else {  // no CTest: programs that are called tests
      auto programs = ProgramTests(config, directory);
      if (!programs) return std::unexpected(known.error());
      tests = std::move(*programs);
    }
  } else if (system == "meson") {
    RW_ASSIGN(tests, MesonTests(directory));
  } else {
    if (config.tests.programs.empty()) tests = TracedTests(version.build, version.source);
    if (tests.empty()) {
      RW_ASSIGN(tests, ProgramTests(config, directory));
    }
  }
  for (const std::string& pattern : config.tests.exclude) {
    RW_ASSIGN(const Pattern expression, Pattern::Parse(pattern));
    std::erase_if(tests, [&](const TestSpec& test) { return expression.Matches(test.name); });
  }
  for (TestSpec& test : tests)
    test.environment.insert(test.environment.end(), config.tests.environment.begin(), config.tests.environment.end());
  if (tests.empty()) return Fail(ErrorCategory::kUsage, "there are no tests", directory);
  RW_TRY(CheckNames(tests, directory));
  return tests;
}

Result<Configured> LookAtConfigured(const Config& config, const BuildInput& input) {
  Configured out;
  if (SystemOf(config, input.source) != "cmake") return out;
  RW_ASSIGN(const std::string preset, PresetOf(config, input.source));
  const auto cache = ReadFile(input.build + "/CMakeCache.txt", "");
  const auto add = [&](std::string setting, std::vector<std::string>& to) {
    const std::string name = setting.substr(0, setting.find('='));
    const auto has = [&](const std::string& option) { return option.starts_with("-D" + name); };
    if (std::ranges::none_of(config.build.options, has) && std::ranges::find(input.settings, setting) == input.settings.end() &&
        std::ranges::find(input.refused, setting) == input.refused.end())
      to.push_back(std::move(setting));
  };
  if (cache && preset.empty()) {
    const std::vector<std::string> off = TestSwitchesThatAreOff(*cache);
    const std::string lists = off.empty() ? "" : OwnLists(input.source);
    for (const std::string& name : off)
      if (name == "BUILD_TESTING" || AsksFor(lists, name)) add(name + "=ON", out.tests_on);
    for (std::string& setting : StaticSettings(*cache)) add(std::move(setting), out.static_libraries);
  }
  TestSpec ask;
  ask.name = "ctest";
  ask.command = {"ctest", "-N"};
  ask.directory = input.build;
  const auto run = RunNatively(ask, {.timeout = std::chrono::seconds(60), .memory = 0, .output = 64u << 20});
  const bool listed = run && run->exited(0) && run->output.find("Total Tests: 0") == std::string::npos;
  const auto programs = ExecutablesOf(input.build);
  out.has_tests = !config.tests.list.empty() || listed || std::ranges::any_of(programs, [&](const std::string& name) {
    return name.find("test") != std::string::npos || name.find("Test") != std::string::npos || !config.tests.programs.empty();
  });
  if (!out.has_tests && cache && preset.empty()) {
    const std::string lists = OwnLists(input.source);
    for (const std::string& name : UndeclaredTestSwitches(lists, *cache)) add(name + "=ON", out.tests_on);
    // Some projects have tests in one type of build only.
    if (out.tests_on.empty() && lists.find("CMAKE_BUILD_TYPE") != std::string::npos)
      for (const char* setting : {"CMAKE_BUILD_TYPE=Debug", "CMAKE_C_FLAGS_DEBUG=-O1 -g", "CMAKE_CXX_FLAGS_DEBUG=-O1 -g"})
        add(setting, out.tests_on);
  }
  if (!config.tests.list.empty()) {
    out.names.emplace();
    for (const auto& test : config.tests.list) out.names->push_back(test.name);
  } else if (listed) {
    out.names = NamesOfCTest(run->output);
  }
  return out;
}

Result<void> RefuseUnknownTests(const std::vector<std::string>& only, const std::optional<std::vector<std::string>>& names) {
  if (!names) return {};
  for (const std::string& name : only) {
    const auto is_of = [&](const std::string& test) { return name == test || name.starts_with(test + "/"); };
    if (std::ranges::any_of(*names, is_of)) continue;
    const auto nearest = NearestWord(name, *names);
    constexpr std::size_t kMostNamed = 10;
    const auto end = names->begin() + static_cast<std::ptrdiff_t>(std::min(names->size(), kMostNamed));
    return Fail(ErrorCategory::kUsage, "there is no test", name, {},
                nearest ? fmt::format("did you mean {}?", *nearest)
                        : fmt::format("the tests are: {}{}", fmt::join(names->begin(), end, ", "),
                                      names->size() > kMostNamed ? ", ..." : ""));
  }
  return {};
}

}  // namespace reweave::inline check
