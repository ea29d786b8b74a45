#include "base/child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/command.h"

namespace reweave {

namespace {

struct Setup {
  const char* path;
  char** argv;
  char** envp;
  const char* directory;  // null: stay
  const char* log;        // null: our descriptors
  const std::vector<std::pair<int, int>>& descriptors;
  int signal_at_our_end, error;
  bool own_group;
  pid_t parent;
};

// Between fork and exec: system calls only, other threads of ours may have held any lock.
[[noreturn]] void BecomeChild(const Setup& setup) {
  const auto fail = [&] {
    const int error = errno;
    (void)!write(setup.error, &error, sizeof error);
    _exit(127);
  };
  prctl(PR_SET_PDEATHSIG, setup.signal_at_our_end);
  if (getppid() != setup.parent) _exit(127);
  if (setup.own_group) setpgid(0, 0);
  if (setup.directory != nullptr && chdir(setup.directory) != 0) fail();
  if (setup.log != nullptr) {
    const int out = open(setup.log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    const int in = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (out < 0 || in < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0 || dup2(in, 0) < 0) fail();
  }
  for (const auto& [ours, number] : setup.descriptors)
    if (dup2(ours, number) < 0) fail();
  signal(SIGINT, SIG_DFL);
  execve(setup.path, setup.argv, setup.envp);
  fail();
  _exit(127);
}

}  // namespace

bool Pipe::Open() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  read.Reset(ends[0]), write.Reset(ends[1]);
  return true;
}

std::vector<std::string> EnvironmentWith(const std::string& name, const std::string& value) {
  std::vector<std::string> out;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (!std::string_view(*entry).starts_with(name + "=")) out.emplace_back(*entry);
  if (!value.empty()) out.push_back(name + "=" + value);
  return out;
}

Result<pid_t> StartChild(const ChildOptions& options) {
  std::string path = options.words[0];
  if (path.find('/') == std::string::npos)
    if (std::string found = FindInPath(path); !found.empty()) path = std::move(found);
  const auto fail = [&](int error) { return Fail(ErrorCategory::kUsage, "cannot start", path, ErrnoText(error)); };
  std::vector<std::string> words = options.words, environment = options.environment;
  auto argv = ArgumentPointers(words), envp = ArgumentPointers(environment);
  Pipe error;
  if (!error.Open()) return fail(errno);
  // Above every number that the child asks for, so that none of them replaces it.
  Fd report(fcntl(error.write.get(), F_DUPFD_CLOEXEC, 512));
  if (!report.valid()) return fail(errno);
  const Setup setup{path.c_str(),
                    argv.data(),
                    envp.data(),
                    options.directory.empty() ? nullptr : options.directory.c_str(),
                    options.log.empty() ? nullptr : options.log.c_str(),
                    options.descriptors,
                    options.signal_at_our_end,
                    report.get(),
                    options.own_group,
                    getpid()};
  const pid_t pid = fork();
  if (pid == 0) BecomeChild(setup);
  if (pid < 0) return fail(errno);
  error.write.Reset();
  report.Reset();
  int why = 0;
  ssize_t n = 0;
  while ((n = read(error.read.get(), &why, sizeof why)) < 0 && errno == EINTR) {
  }
  if (n != static_cast<ssize_t>(sizeof why)) return pid;  // closed by exec
  while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  return fail(why);
}

}  // namespace reweave
