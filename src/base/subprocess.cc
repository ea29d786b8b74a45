#include "base/subprocess.h"

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
#include <cstring>

#include "base/child.h"
#include "base/command.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/own_children.h"

namespace reweave {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kLookEvery = std::chrono::seconds(1);
constexpr int kEndTries = 1000, kEndWait = 2;  // milliseconds

// How the supervisor tells what became of the command.
struct Report {
  enum Step : int { kRan, kDirectory, kStart } step;
  int value;  // wait status, or errno
};

struct Setup {
  const char* path;
  char** argv;
  char** envp;
  const char* directory;
  std::uint64_t memory;
};

// In the supervisor, everything else is closed.
enum FixedFd : int { kInput = 3, kOutput, kLifeline, kReport, kExecError, kFirstFree };

// --- In the supervisor and the command: system calls only, the memory may be in any state --------------------------------

[[noreturn]] void BecomeCommand(const Setup& setup, pid_t supervisor) {
  const auto fail = [](Report::Step step) {
    const Report report{step, errno};
    (void)!write(kExecError, &report, sizeof report);
    _exit(127);
  };
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(127);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (setup.memory != 0) {
    const rlimit data{setup.memory, setup.memory};
    setrlimit(RLIMIT_DATA, &data);
  }
  if (setup.directory != nullptr && chdir(setup.directory) != 0) fail(Report::kDirectory);
  if (dup2(kInput, 0) < 0 || dup2(kOutput, 1) < 0 || dup2(kOutput, 2) < 0) fail(Report::kStart);
  for (int number = 1; number < 32; ++number)
    if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  close_range(kInput, kReport, 0);
  execve(setup.path, setup.argv, setup.envp);
  fail(Report::kStart);
  _exit(127);
}

// The children of this process, which has one thread.
void KillChildren() {
  const int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (list < 0) return;
  char text[4096];
  long pid = 0;
  for (ssize_t n; (n = read(list, text, sizeof text)) > 0;)
    for (ssize_t i = 0; i < n; ++i) {
      if (text[i] >= '0' && text[i] <= '9') {
        pid = pid * 10 + (text[i] - '0');
        continue;
      }
      if (pid > 0) kill(static_cast<pid_t>(pid), SIGKILL);
      pid = 0;
    }
  if (pid > 0) kill(static_cast<pid_t>(pid), SIGKILL);
  close(list);
}

// Everything below us; the children of what ends become ours, so until there are none.
void EndDescendants(pid_t group) {
  kill(-group, SIGKILL);
  for (int tries = 0; tries < kEndTries; ++tries) {  // one that runs as somebody else cannot be killed
    KillChildren();
    pid_t ended = 0;
    while ((ended = waitpid(-1, nullptr, __WALL | WNOHANG)) > 0) tries = 0;
    if (ended < 0 && errno == ECHILD) return;
    poll(nullptr, 0, kEndWait);
  }
}

[[noreturn]] void Supervise(const Setup& setup) {
  setpgid(0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) signal(number, SIG_IGN);
  signal(SIGCHLD, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  int exec_error[2];
  if (pipe2(exec_error, O_CLOEXEC) != 0) _exit(126);
  const pid_t self = getpid(), pid = fork();
  if (pid == 0) {
    close(exec_error[0]);
    if (exec_error[1] != kExecError) dup3(exec_error[1], kExecError, O_CLOEXEC);
    BecomeCommand(setup, self);
  }
  Report report{Report::kStart, errno};
  if (pid > 0) {
    close(kOutput);
    close(exec_error[1]);
    if (read(exec_error[0], &report, sizeof report) != static_cast<ssize_t>(sizeof report)) {
      const int watch = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
      int status = 0;
      for (;;) {
        pollfd ready[2] = {{kLifeline, POLLIN, 0}, {watch, POLLIN, 0}};
        poll(ready, 2, watch >= 0 ? -1 : 5);
        if (waitpid(pid, &status, WNOHANG) == pid) break;
        if (ready[0].revents == 0) continue;
        kill(-pid, SIGKILL);
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
        break;
      }
      report = {Report::kRan, status};
    }
    EndDescendants(pid);
  }
  (void)!write(kReport, &report, sizeof report);
  _exit(0);
}

// The four descriptors at their fixed places, everything else closed: above all the lifelines of other commands.
[[noreturn]] void BecomeSupervisor(const Setup& setup, int input, int output, int lifeline, int report) {
  const int from[4] = {input, output, lifeline, report};
  int high[4];
  for (int i = 0; i < 4; ++i)
    if ((high[i] = fcntl(from[i], F_DUPFD_CLOEXEC, 64)) < 0) _exit(126);
  for (int i = 0; i < 4; ++i)
    if (dup3(high[i], kInput + i, O_CLOEXEC) < 0) _exit(126);
  close_range(kExecError, ~0u, 0);
  Supervise(setup);
}

// --- In our own process ----------------------------------------------------------------------------------------------------

void Keep(CommandRun& run, std::string_view text, std::uint64_t limit) {
  run.output_bytes += text.size();
  if (run.output.size() < limit) run.output += text.substr(0, std::min<std::uint64_t>(text.size(), limit - run.output.size()));
}

}  // namespace

Result<CommandRun> RunCommand(const Command& command, const CommandLimits& limits) {
  const auto fail = [](std::string what, const std::string& where, int error) {
    return Fail(ErrorCategory::kUsage, std::move(what), where, ErrnoText(error));
  };
  std::string path = command.words[0];
  if (path.find('/') == std::string::npos)
    if (std::string found = FindInPath(path); !found.empty()) path = std::move(found);
  const Fd input(open(limits.stdin_path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input.valid()) return fail("cannot open the program's input", limits.stdin_path, errno);
  Pipe output, lifeline, report;
  if (!output.Open() || !lifeline.Open() || !report.Open()) return fail("cannot run", path, errno);
  fcntl(output.read.get(), F_SETFL, O_NONBLOCK);
  std::vector<std::string> words = command.words, environment = command.environment;
  auto argv = ArgumentPointers(words), envp = ArgumentPointers(environment);
  const Setup setup{path.c_str(), argv.data(), envp.data(), command.directory.empty() ? nullptr : command.directory.c_str(),
                    limits.memory};
  const auto begin = Clock::now();
  pid_t supervisor = -1;
  {
    const OwnChildren::Hold hold;  // else somebody who ends orphans may take it for one
    supervisor = fork();
    if (supervisor == 0) BecomeSupervisor(setup, input.get(), output.write.get(), lifeline.read.get(), report.write.get());
    if (supervisor > 0) OwnChildren::Add(supervisor);
  }
  if (supervisor < 0) return fail("cannot start", path, errno);
  output.write.Reset(), report.write.Reset(), lifeline.read.Reset();

  CommandRun run;
  bool open = true;
  char buffer[65536];
  const auto drain = [&] {
    for (;;) {
      const ssize_t n = read(output.read.get(), buffer, sizeof buffer);
      if (n == 0) open = false;
      if (n <= 0) return;
      Keep(run, {buffer, static_cast<std::size_t>(n)}, limits.output);
    }
  };
  Clock::time_point next_look = begin + kLookEvery;
  for (bool ended = false; !ended;) {
    pollfd ready[2] = {{report.read.get(), POLLIN, 0}, {open ? output.read.get() : -1, POLLIN, 0}};
    poll(ready, 2, 50);
    drain();
    ended = ready[0].revents != 0;
    if (limits.watch && Clock::now() >= next_look) {
      limits.watch(run.output, std::chrono::duration<double>(Clock::now() - begin).count());
      next_look = Clock::now() + kLookEvery;
    }
    if (ended || !lifeline.write.valid()) continue;
    if (const bool stop = limits.interruptible && Interrupted(); stop || Clock::now() - begin >= limits.timeout) {
      run.end = stop ? CommandRun::End::kInterrupted : CommandRun::End::kTimedOut;
      lifeline.write.Reset();  // the supervisor ends it all and reports
    }
  }
  run.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  Report what{Report::kStart, ECHILD};
  const bool told = read(report.read.get(), &what, sizeof what) == static_cast<ssize_t>(sizeof what);
  while (waitpid(supervisor, nullptr, 0) < 0 && errno == EINTR) {
  }
  OwnChildren::Remove(supervisor);
  drain();
  if (what.step == Report::kDirectory) return fail("cannot enter the directory", command.directory, what.value);
  if (!told || what.step == Report::kStart) return fail("cannot start", path, what.value);
  if (run.end == CommandRun::End::kExited) {
    run.end = WIFSIGNALED(what.value) ? CommandRun::End::kSignaled : CommandRun::End::kExited;
    run.status = WIFSIGNALED(what.value) ? WTERMSIG(what.value) : WEXITSTATUS(what.value);
  }
  return run;
}

std::string DescribeEnd(const CommandRun& run) {
  switch (run.end) {
    case CommandRun::End::kExited: return fmt::format("exit status {}", run.status);
    case CommandRun::End::kSignaled: {
      const char* name = sigabbrev_np(run.status);
      return name != nullptr ? fmt::format("killed by SIG{}", name) : fmt::format("killed by signal {}", run.status);
    }
    case CommandRun::End::kTimedOut: return "timed out";
    case CommandRun::End::kInterrupted: return "interrupted";
  }
  return "?";
}

}  // namespace reweave
