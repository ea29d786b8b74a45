#include "explore/target/process.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include "abi/control.h"

#include "base/command.h"

extern char** environ;

namespace reweave::inline target {

namespace {

constexpr std::string_view kTunables = "GLIBC_TUNABLES=";
constexpr std::string_view kTestCall = "REWEAVE_TEST_CALL=",
                           kExplored = "REWEAVE_EXPLORED=1";  // include/reweave/detail/test_explore.h
constexpr std::string_view kNoRseq = "glibc.pthread.rseq=0";

struct ChildSetup {
  const char* path;
  const char* directory;  // null: stay
  char** argv;
  char** envp;
  int input, output, control;
  pid_t parent;
  volatile int error;  // errno of what failed, written in the parent's memory (vfork)
};

// Runs in the vfork child: system calls only.
[[noreturn]] void RunChild(ChildSetup& setup) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != setup.parent) _exit(127);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int persona = personality(0xffffffff);
  if (persona != -1) personality(static_cast<unsigned long>(persona) | ADDR_NO_RANDOMIZE);  // refused in some containers
  if ((setup.directory == nullptr || chdir(setup.directory) == 0) && dup2(setup.input, 0) >= 0 && dup2(setup.output, 1) >= 0 &&
      dup2(setup.output, 2) >= 0 && (setup.control < 0 || dup2(setup.control, kControlFd) >= 0)) {
    for (int number = 1; number < 32; ++number)
      if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execve(setup.path, setup.argv, setup.envp);
  }
  setup.error = errno;
  _exit(127);
}

// Children that are ours to end. Several workers start and end theirs at the same time.
class LivePids {
 public:
  // From before a child is made until it is inserted: else another worker may take it for an orphan.
  std::unique_lock<std::mutex> Hold() { return std::unique_lock(mutex_); }
  void Insert(pid_t pid) { pids_.insert(pid); }
  // Descendants that left their process group end up as our children (subreaper); they must not survive. Whose they were
  // cannot be told, so it is done when the last of our own has ended.
  void EraseAndKillOrphans(pid_t pid) {
    const std::lock_guard lock(mutex_);
    pids_.erase(pid);
    if (!pids_.empty()) return;
    // Whoever is killed leaves us its own children. A program that makes them faster than we end them is left after a while.
    constexpr int kMostRounds = 1000;
    std::error_code error;
    bool any = true;
    for (int i = 0; any && i < kMostRounds; ++i) {
      any = false;
      for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", error))
        any |= KillChildrenOf(task.path().string());
    }
  }

 private:
  std::mutex mutex_;
  std::set<pid_t> pids_;
};

LivePids& Live() {
  static LivePids pids;
  return pids;
}

}  // namespace

std::vector<std::string> TargetEnvironment(const std::vector<std::pair<std::string, std::string>>& own) {
  std::vector<std::string> out;
  std::string tunables(kTunables);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const bool ours = text.starts_with("REWEAVE_") && !text.starts_with(kTestCall);
    if (ours || text.starts_with("LD_BIND_NOW=")) continue;
    if (std::ranges::any_of(own, [&](const auto& entry) { return text.starts_with(entry.first + "="); })) continue;
    if (text.starts_with(kTunables)) {
      tunables = std::string(text) + ":";
      continue;
    }
    out.emplace_back(text);
  }
  for (const auto& [name, value] : own) out.push_back(name + "=" + value);
  out.push_back(tunables + std::string(kNoRseq));
  out.push_back("LD_BIND_NOW=1");
  // OpenMP's threads wait in the scheduler, where they are seen, instead of spinning for an amount of real time.
  const auto unless_given = [&](std::string_view name, std::string_view value) {
    const std::string start = std::string(name) + "=";
    if (std::ranges::none_of(out, [&](const std::string& entry) { return entry.starts_with(start); }))
      out.push_back(start + std::string(value));
  };
  unless_given("OMP_WAIT_POLICY", "passive");
  unless_given("KMP_BLOCKTIME", "0");
  out.emplace_back(kExplored);
  out.push_back(std::string(abi::kControlVariable) + "=" + std::to_string(kControlFd));
  return out;
}

Result<std::unique_ptr<Process>> Process::Start(const ProcessOptions& options) {
  const auto fail = [&](const std::string& what, int error) {
    return Fail(ErrorCategory::kUsage, what, options.path, ErrnoText(error));
  };
  static const bool subreaper = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
  (void)subreaper;
  Fd input(open(options.stdin_path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input.valid()) return Fail(ErrorCategory::kUsage, "cannot open the program's input", options.stdin_path, ErrnoText(errno));
  std::unique_ptr<Process> process(new Process);
  process->output_.Reset(memfd_create("reweave-output", MFD_CLOEXEC));
  if (!process->output_.valid()) return fail("cannot capture the output of", errno);

  std::vector<std::string> arguments = options.command, environment = TargetEnvironment(options.environment);
  auto argv = ArgumentPointers(arguments), envp = ArgumentPointers(environment);
  ChildSetup setup{options.path.c_str(),
                   options.directory.empty() ? nullptr : options.directory.c_str(),
                   argv.data(),
                   envp.data(),
                   input.get(),
                   process->output_.get(),
                   options.control_fd,
                   getpid(),
                   0};
  const auto hold = Live().Hold();
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &old);
  const pid_t pid = vfork();
  if (pid == 0) RunChild(setup);
  const int fork_error = errno;
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  if (pid < 0) return fail("cannot start", fork_error);
  process->pid_ = pid;
  Live().Insert(pid);
  if (setup.error != 0) return fail("cannot start", setup.error);  // `hold` ends before `process` does
  return process;
}

Process::~Process() { Kill(); }

std::optional<int> Process::Poll() {
  int status = 0;
  if (!status_ && waitpid(pid_, &status, WNOHANG) == pid_) status_ = status;
  return status_;
}

std::optional<int> Process::WaitFor(std::chrono::milliseconds longest) {
  const auto end = std::chrono::steady_clock::now() + longest;
  while (!Poll() && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(std::chrono::microseconds(200));
  return status_;
}

void Process::Signal(int number, pid_t pid) {
  if (pid_ <= 0 || status_) return;
  kill(pid > 0 && getpgid(pid) == pid_ ? pid : pid_, number);
}

void Process::Kill() {
  if (pid_ <= 0) return;
  kill(-pid_, SIGKILL);
  if (!status_) {
    kill(pid_, SIGKILL);
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    status_ = status;
  }
  Live().EraseAndKillOrphans(std::exchange(pid_, -1));
}

std::string Process::early_output() const {
  constexpr off_t kKeep = 65536;
  struct stat info{};
  const off_t size = fstat(output_.get(), &info) == 0 ? info.st_size : 0;
  std::string text(static_cast<std::size_t>(std::clamp<off_t>(size, 0, kKeep)), '\0');
  const ssize_t n = pread(output_.get(), text.data(), text.size(), std::max<off_t>(0, size - kKeep));
  text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  return text;
}

}  // namespace reweave::inline target
