// The inside of <reweave/test.h> under the driver. The same program plays two parts: the test starts `reweave explore` on itself
// with REWEAVE_TEST_CALL naming the call to explore; the explored program runs up to that call, marks the rewind point, runs the
// body, and ends there.
#ifndef REWEAVE_DETAIL_TEST_EXPLORE_H_
#define REWEAVE_DETAIL_TEST_EXPLORE_H_

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

extern "C" char** environ;

namespace reweave::detail {

constexpr const char* kCallVariable = "REWEAVE_TEST_CALL";    // "file:line#2": set for the explored program
constexpr const char* kExploredVariable = "REWEAVE_EXPLORED";  // set in every program that is being explored
constexpr int kNotReached = 117;

// Variables of the user; the rest of these names are our own.
inline constexpr const char* kVariables[] = {"REWEAVE", "REWEAVE_EXPLORE", "REWEAVE_STRATEGY", "REWEAVE_SCHEDULES", "REWEAVE_TIME",
                                             "REWEAVE_SEED", "REWEAVE_BOUND", "REWEAVE_JOBS", "REWEAVE_KEEP_GOING", "REWEAVE_OUT"};
inline constexpr const char* kOwnVariables[] = {"REWEAVE_TEST_CALL", "REWEAVE_EXPLORED", "REWEAVE_CONTROL", "REWEAVE_DISABLE"};

inline std::string Variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

inline void WarnOfUnknownVariables() {
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry, name = text.substr(0, text.find('='));
    if (name.compare(0, 8, "REWEAVE_") != 0) continue;
    bool known = false;
    for (const char* other : kVariables) known |= name == other;
    for (const char* other : kOwnVariables) known |= name == other;
    if (!known) std::fprintf(stderr, "reweave: unknown environment variable %s is ignored\n", name.c_str());
  }
}

// --- Which test, and how to run only that one -----------------------------------------------------------------------------

struct CurrentTest {
  std::string name;                    // for messages and counting; empty: no framework
  std::vector<std::string> arguments;  // that select it and make it stop at its first failure; empty: the program's own
  std::vector<std::string> dropped;    // prefixes of the program's own arguments to leave out
  bool wraps = false;                  // the framework breaks long lines of messages
};

inline std::string Escaped(const std::string& text, const char* special) {
  std::string out;
  for (const char c : text) {
    if (std::strchr(special, c) != nullptr) out += '\\';
    out += c;
  }
  return out;
}

// What the frameworks declare is used only where they were included first.
inline CurrentTest FindCurrentTest() {
  CurrentTest test;
#if defined(GTEST_INCLUDE_GTEST_GTEST_H_) || defined(GOOGLETEST_INCLUDE_GTEST_GTEST_H_)
  if (const ::testing::TestInfo* info = ::testing::UnitTest::GetInstance()->current_test_info()) {
    test.name = std::string(info->test_suite_name()) + "." + info->name();
    test.arguments = {"--gtest_filter=" + test.name, "--gtest_color=no", "--gtest_also_run_disabled_tests"};
    test.dropped = {"--gtest_filter", "--gtest_repeat", "--gtest_shuffle", "--gtest_output", "--gtest_random_seed", "--gtest_color"};
  }
#endif
#if defined(TWOBLUECUBES_SINGLE_INCLUDE_CATCH_HPP_INCLUDED) || defined(CATCH_TEST_MACROS_HPP_INCLUDED)
  if (test.name.empty()) {
    test.name = ::Catch::getResultCapture().getCurrentTestName();
    test.arguments = {Escaped(test.name, "\\,[]\"*"), "--abort"};
    test.dropped = {""};
    test.wraps = true;
  }
#endif
#if defined(DOCTEST_LIBRARY_INCLUDED)
  if (const auto* options = ::doctest::getContextOptions(); test.name.empty() && options != nullptr && options->currentTest != nullptr) {
    test.name = options->currentTest->m_name;
    test.arguments = {"--test-case=" + Escaped(test.name, "\\,"), "--abort-after=1", "--no-skip"};
    test.dropped = {""};
  }
#endif
  return test;
}

// What the frameworks know of failures that threw nothing.
inline bool FrameworkSawFailure() {
#if defined(GTEST_INCLUDE_GTEST_GTEST_H_) || defined(GOOGLETEST_INCLUDE_GTEST_GTEST_H_)
  if (::testing::Test::HasFailure()) return true;
#endif
  return false;
}

// --- The explored program --------------------------------------------------------------------------------------------------

inline bool g_inside = false;  // the body of the call that is explored is running

inline void NotReached() {
  if (g_inside) return;
  std::fprintf(stderr, "reweave: the program ended before it came to the call that is to be explored, %s\n", Variable(kCallVariable).c_str());
  std::fflush(nullptr);
  _exit(kNotReached);
}

// Not instrumented: our own frames are nobody's stack.
#define REWEAVE_SKIP_ __attribute__((annotate("reweave.skip")))

// What the body throws ends the run, whatever would catch it further up.
template <typename Body>
REWEAVE_SKIP_ void CallBody(Body& body) noexcept {
  body();
}

template <typename Body>
[[noreturn]] REWEAVE_SKIP_ void RunExplored(Body& body, const Options& options) {
  g_inside = true;
  REWEAVE_REWIND_POINT();
  CallBody(body);
  const bool failed = FrameworkSawFailure() || (options.failed && options.failed());
  std::fflush(nullptr);
  _exit(failed ? 1 : 0);
}

// --- The test --------------------------------------------------------------------------------------------------------------

inline std::vector<std::string> OwnArguments() {
  std::vector<std::string> out;
  if (std::FILE* file = std::fopen("/proc/self/cmdline", "rb")) {
    std::string word;
    for (int c; (c = std::fgetc(file)) != EOF;) {
      if (c != 0) word += static_cast<char>(c);
      else out.push_back(std::exchange(word, {}));
    }
    std::fclose(file);
  }
  return out;
}

inline std::string OwnPath() {
  char path[4096];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  return n > 0 ? std::string(path, static_cast<std::size_t>(n)) : "";
}

inline std::string Tool() {
  if (std::string tool = Variable("REWEAVE"); !tool.empty()) return tool;
  const std::string beside = std::string(__REWEAVE_BIN_DIR__) + "/reweave";
  return access(beside.c_str(), X_OK) == 0 ? beside : "reweave";
}

inline std::string Quoted(const std::string& text) {
  if (text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:#=,+-") == std::string::npos) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

inline std::vector<std::string> Command(const Options& options, const CurrentTest& test, const std::string& json) {
  std::vector<std::string> command = {Tool(), "explore", "--json", json};
  const auto set = [&](const char* flag, const char* variable, const std::string& value) {
    const std::string wins = Variable(variable);
    if (!wins.empty() || !value.empty()) command.push_back(flag), command.push_back(wins.empty() ? value : wins);
  };
  const bool counted = options.schedules > 0 || !Variable("REWEAVE_SCHEDULES").empty();
  const double seconds = options.seconds > 0 ? options.seconds : counted ? 0 : 5;
  set("--strategy", "REWEAVE_STRATEGY", options.strategy);
  set("--schedules", "REWEAVE_SCHEDULES", options.schedules > 0 ? std::to_string(options.schedules) : "");
  set("--time", "REWEAVE_TIME", seconds > 0 ? std::to_string(static_cast<long>(seconds * 1000)) + "ms" : "");
  set("--seed", "REWEAVE_SEED", std::to_string(options.seed));
  set("--bound", "REWEAVE_BOUND", options.bound);
  set("--jobs", "REWEAVE_JOBS", std::to_string(options.jobs));
  set("--out", "REWEAVE_OUT", options.out);
  if (options.keep_going || Variable("REWEAVE_KEEP_GOING") == "1") command.push_back("--keep-going");
  command.push_back("--");
  command.push_back(OwnPath());
  std::vector<std::string> own = OwnArguments();
  for (std::size_t i = 1; i < own.size(); ++i) {
    bool drop = false;
    for (const std::string& prefix : test.dropped) drop |= own[i].compare(0, prefix.size(), prefix) == 0;
    if (!drop) command.push_back(own[i]);
  }
  command.insert(command.end(), test.arguments.begin(), test.arguments.end());
  return command;
}

inline std::string ReadAll(const std::string& path) {
  std::string text;
  if (std::FILE* file = std::fopen(path.c_str(), "rb")) {
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, n);
    std::fclose(file);
  }
  return text;
}

// Runs the command with its output in a file. Status as of waitpid, or -1.
inline int RunCommand(const std::vector<std::string>& command, const std::string& call, const std::string& output) {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const auto is = [&](const char* name) { return text.compare(0, std::strlen(name), name) == 0; };
    if (!is("GTEST_") && !is("TEST_PREMATURE_EXIT_FILE=") && !is("REWEAVE_TEST_CALL=")) environment.push_back(text);
  }
  environment.push_back(std::string(kCallVariable) + "=" + call);
  std::vector<char*> argv, envp;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  for (const std::string& word : environment) envp.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr), envp.push_back(nullptr);
  const pid_t pid = fork();
  if (pid == 0) {
    const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, 1), dup2(file, 2);
    execvpe(argv[0], argv.data(), envp.data());
    dprintf(2, "reweave: cannot start %s: %s; set REWEAVE to its path\n", argv[0], std::strerror(errno));
    _exit(127);
  }
  int status = -1;
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return status;
}

// The first finding's file, from the result: {"schedule_file": "..."}.
inline std::string ScheduleFileIn(const std::string& json) {
  const std::string key = "\"schedule_file\": \"";
  const auto at = json.find(key);
  if (at == std::string::npos) return "";
  std::string out;
  for (std::size_t i = at + key.size(); i < json.size() && json[i] != '"'; ++i) {
    if (json[i] == '\\' && i + 1 < json.size()) ++i;
    out += json[i];
  }
  return out;
}

inline void ExploreFromTest(const std::string& call, const CurrentTest& test, const Options& options) {
  std::string directory = (Variable("TMPDIR").empty() ? "/tmp" : Variable("TMPDIR")) + "/reweave-test-XXXXXX";
  if (mkdtemp(directory.data()) == nullptr) throw exploration_failed("reweave: cannot make " + directory + ": " + std::strerror(errno), "");
  const std::string json = directory + "/result.json", output = directory + "/output";
  const int status = RunCommand(Command(options, test, json), call, output);
  const std::string said = ReadAll(output), result = ReadAll(json);
  unlink(json.c_str()), unlink(output.c_str()), rmdir(directory.c_str());
  if (status == 0) return;
  const std::string file = ScheduleFileIn(result);
  std::string text = "reweave: " + (test.name.empty() ? call : test.name + ", " + call) + "\n" + said;
  const std::string replay = std::string("replay: ") + kCallVariable + "=" + Quoted(call) + " " + Quoted(Tool()) + " replay " + Quoted(file);
  if (!file.empty()) text += "schedule: " + file + "\n" + replay + "\n";
  if (!file.empty() && test.wraps) std::fprintf(stderr, "%s\n", replay.c_str());
  throw exploration_failed(text, file);
}

// The k-th time that this place is reached, in this test: the same in both parts.
inline std::string NameOfCall(const CurrentTest& test, const char* file, int line) {
  static std::mutex mutex;
  static std::map<std::string, int> counts;
  const char* slash = std::strrchr(file, '/');
  const std::string place = std::string(slash != nullptr ? slash + 1 : file) + ":" + std::to_string(line);
  const std::lock_guard<std::mutex> lock(mutex);
  return place + "#" + std::to_string(++counts[test.name + "\n" + place]);
}

}  // namespace reweave::detail

namespace reweave {

template <typename Body>
REWEAVE_SKIP_ void explore(Body&& body, const Options& options = {}, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  using namespace detail;
  if (g_inside) return static_cast<void>(body());
  const std::string wanted = Variable(kCallVariable);
  const bool explored = !Variable(kExploredVariable).empty();
  if ((explored && wanted.empty()) || Variable("REWEAVE_EXPLORE") == "0") return static_cast<void>(body());
  const CurrentTest test = FindCurrentTest();
  const std::string call = NameOfCall(test, file, line);
  if (explored) {
    static const int registered = std::atexit(NotReached);
    (void)registered;
    if (call == wanted) RunExplored(body, options);
    return;  // another call: it is explored by itself
  }
  static const bool warned = (WarnOfUnknownVariables(), true);
  (void)warned;
  ExploreFromTest(call, test, options);
}

}  // namespace reweave

#undef REWEAVE_SKIP_
#endif  // REWEAVE_DETAIL_TEST_EXPLORE_H_
