#include "suite/native_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <regex>
#include <string_view>

#include "base/command.h"
#include "base/file.h"
#include "base/interrupt.h"

extern char** environ;

namespace reweave {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kLookEvery = std::chrono::seconds(1);

struct Start {
  const char* path;
  char** argv;
  char** envp;
  const char* directory;
  int input, output, error_pipe;
  std::uint64_t memory;
  pid_t parent;
};

// In the child of fork: system calls only. What failed goes through the pipe as {step, errno}.
[[noreturn]] void RunChild(const Start& start) {
  const auto fail = [&](int step) {
    const int report[2] = {step, errno};
    (void)!write(start.error_pipe, report, sizeof report);
    _exit(127);
  };
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != start.parent) _exit(127);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (start.memory != 0) {
    const rlimit data{start.memory, start.memory};
    setrlimit(RLIMIT_DATA, &data);
  }
  if (start.directory != nullptr && chdir(start.directory) != 0) fail(1);
  if (dup2(start.input, 0) < 0 || dup2(start.output, 1) < 0 || dup2(start.output, 2) < 0) fail(2);
  for (int number = 1; number < 32; ++number)
    if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(start.path, start.argv, start.envp);
  fail(3);
  _exit(127);
}

// A name without a slash is looked for in PATH; a relative one is relative to the caller's directory, as CTest has it.
std::string ResolveProgram(const std::string& name, const std::string& directory) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (name.find('/') != std::string::npos) {
    if (!directory.empty() && name[0] != '/' && fs::exists(fs::path(directory) / name, error))
      return (fs::path(directory) / name).string();
    return fs::absolute(name, error).string();
  }
  if (std::string path = FindInPath(name); !path.empty()) return path;
  return name;
}

void Keep(NativeRun& run, std::string_view text, std::uint64_t limit) {
  run.output_bytes += text.size();
  if (run.output.size() < limit) run.output += text.substr(0, std::min<std::uint64_t>(text.size(), limit - run.output.size()));
}

void ApplyChange(std::map<std::string, std::string>& environment, const EnvironmentChange& change) {
  const std::string& op = change.operation;
  if (op == "set") environment[change.variable] = change.value;
  else if (op == "unset") environment.erase(change.variable);
  else if (op == "reset") {
    const char* old = std::getenv(change.variable.c_str());
    if (old != nullptr) environment[change.variable] = old;
    else environment.erase(change.variable);
  } else {
    const std::string_view separator = op.starts_with("path_list") ? ":" : op.starts_with("cmake_list") ? ";" : "";
    const auto found = environment.find(change.variable);
    const std::string old = found == environment.end() ? "" : found->second;
    const std::string between(old.empty() ? "" : separator);
    environment[change.variable] = op.ends_with("prepend") ? change.value + between + old : old + between + change.value;
  }
}

bool AnyMatches(const std::vector<std::string>& patterns, const std::string& text) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    try {
      return std::regex_search(text, std::regex(pattern));
    } catch (const std::regex_error&) {  // CMake's dialect allows a few things that ours does not: literal text then
      return text.find(pattern) != std::string::npos;
    }
  });
}

}  // namespace

TestSpec CommandSpec(std::vector<std::string> command, const std::string& directory,
                     std::vector<std::pair<std::string, std::string>> environment) {
  TestSpec spec;
  spec.name = command[0];
  spec.command = std::move(command);
  spec.directory = directory;
  spec.environment = std::move(environment);
  return spec;
}

std::vector<std::string> TestEnvironment(const TestSpec& test, const std::vector<std::pair<std::string, std::string>>& extra) {
  std::map<std::string, std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || text.starts_with("REWEAVE_")) continue;
    environment.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  for (const auto& [name, value] : test.environment) environment[name] = value;
  for (const auto& change : test.environment_changes) ApplyChange(environment, change);
  for (const auto& [name, value] : extra) environment[name] = value;
  std::vector<std::string> out;
  for (const auto& [name, value] : environment) out.push_back(name + "=" + value);
  return out;
}

Result<NativeRun> RunNatively(const TestSpec& test, const RunLimits& limits,
                              const std::vector<std::pair<std::string, std::string>>& extra_environment) {
  static const bool subreaper = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
  (void)subreaper;
  const auto fail = [&](std::string what, const std::string& where, int error) {
    return Fail(ErrorCategory::kUsage, std::move(what), where, ErrnoText(error));
  };
  if (test.command.empty()) return Fail(ErrorCategory::kUsage, "cannot run the test", test.name, "it has no command");
  const std::string path = ResolveProgram(test.command[0], test.directory);
  Fd input(open(limits.stdin_path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input.valid()) return fail("cannot open the program's input", limits.stdin_path, errno);
  int output[2], errors[2];
  if (pipe2(output, O_CLOEXEC) != 0) return fail("cannot run", path, errno);
  Fd out_read(output[0]), out_write(output[1]);
  if (pipe2(errors, O_CLOEXEC) != 0) return fail("cannot run", path, errno);
  Fd error_read(errors[0]), error_write(errors[1]);
  fcntl(out_read.get(), F_SETFL, O_NONBLOCK);

  std::vector<std::string> arguments = test.command, environment = TestEnvironment(test, extra_environment);
  auto argv = ArgumentPointers(arguments), envp = ArgumentPointers(environment);
  const Start start{path.c_str(), argv.data(),     envp.data(),       test.directory.empty() ? nullptr : test.directory.c_str(),
                    input.get(),  out_write.get(), error_write.get(), limits.memory,
                    getpid()};
  const auto begin = Clock::now();
  const pid_t pid = fork();
  if (pid < 0) return fail("cannot start", path, errno);
  if (pid == 0) RunChild(start);
  setpgid(pid, pid);
  out_write.Reset();
  error_write.Reset();
  int report[2] = {0, 0};
  if (read(error_read.get(), report, sizeof report) == static_cast<ssize_t>(sizeof report)) {
    waitpid(pid, nullptr, 0);
    return report[0] == 1 ? fail("cannot enter the test's directory", test.directory, report[1])
                          : fail("cannot start", path, report[1]);
  }

  NativeRun run;
  int status = 0;
  bool done = false, open = true;
  char buffer[65536];
  const auto drain = [&] {
    for (;;) {
      const ssize_t n = read(out_read.get(), buffer, sizeof buffer);
      if (n == 0) open = false;
      if (n <= 0) return;
      Keep(run, {buffer, static_cast<std::size_t>(n)}, limits.output);
    }
  };
  // A grandchild may hold the pipe open after the test has ended: the test's own end counts. Its end shows on the pidfd, so
  // that a short test costs no poll interval.
  Fd watch(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  Clock::time_point next_look = begin + kLookEvery;
  while (!done) {
    pollfd ready[2] = {{watch.get(), POLLIN, 0}, {open ? out_read.get() : -1, POLLIN, 0}};
    poll(ready, 2, watch.valid() ? 50 : 2);
    drain();
    if (limits.watch && Clock::now() >= next_look) {
      limits.watch(run.output, std::chrono::duration<double>(Clock::now() - begin).count());
      next_look = Clock::now() + kLookEvery;
    }
    if (waitpid(pid, &status, WNOHANG) == pid) {
      done = true;
    } else if (const bool stop = limits.interruptible && Interrupted(); stop || Clock::now() - begin >= limits.timeout) {
      run.end = stop ? NativeRun::End::kInterrupted : NativeRun::End::kTimedOut;
      kill(-pid, SIGKILL);
      kill(pid, SIGKILL);
      waitpid(pid, &status, 0);
      done = true;
    }
  }
  run.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  kill(-pid, SIGKILL);
  KillChildrenOf(fmt::format("/proc/self/task/{}", syscall(SYS_gettid)));
  drain();
  if (run.end == NativeRun::End::kExited) {
    run.end = WIFSIGNALED(status) ? NativeRun::End::kSignaled : NativeRun::End::kExited;
    run.status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  return run;
}

const char* Text(Verdict verdict) {
  return verdict == Verdict::kPassed ? "passed" : verdict == Verdict::kFailed ? "failed" : "skipped";
}

Verdict Judge(const TestSpec& test, const NativeRun& run) {
  if (run.end != NativeRun::End::kExited)
    return run.end == NativeRun::End::kSignaled && test.will_fail ? Verdict::kPassed : Verdict::kFailed;
  if (test.skip_status && run.status == *test.skip_status) return Verdict::kSkipped;
  if (AnyMatches(test.skip_patterns, run.output)) return Verdict::kSkipped;
  bool passed = test.pass_patterns.empty() ? run.status == 0 : AnyMatches(test.pass_patterns, run.output);
  if (AnyMatches(test.fail_patterns, run.output)) passed = false;
  return passed != test.will_fail ? Verdict::kPassed : Verdict::kFailed;
}

std::string DescribeEnd(const NativeRun& run) {
  switch (run.end) {
    case NativeRun::End::kExited: return fmt::format("exit status {}", run.status);
    case NativeRun::End::kSignaled: {
      const char* name = sigabbrev_np(run.status);
      return name != nullptr ? fmt::format("killed by SIG{}", name) : fmt::format("killed by signal {}", run.status);
    }
    case NativeRun::End::kTimedOut: return "timed out";
    case NativeRun::End::kInterrupted: return "interrupted";
  }
  return "?";
}

}  // namespace reweave
