#include "evaluate/stress.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cstring>
#include <fstream>

#include "base/file.h"
#include "base/interrupt.h"
#include "techniques/recontest/keys.h"

namespace reweave::inline evaluate {

namespace {

using std::chrono::steady_clock;

// posix_spawn shares the address space until the program is loaded: a run costs little more than the program itself.
class Spawner {
 public:
  Spawner() {
    posix_spawn_file_actions_init(&actions_);
    for (int fd = 0; fd < 3; ++fd) posix_spawn_file_actions_addopen(&actions_, fd, "/dev/null", fd == 0 ? O_RDONLY : O_WRONLY, 0);
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
  }
  ~Spawner() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  Spawner(const Spawner&) = delete;
  Spawner& operator=(const Spawner&) = delete;

  Result<pid_t> Start(const std::string& program, std::uint64_t memory) const {
    char* arguments[] = {const_cast<char*>(program.c_str()), nullptr};
    pid_t child = 0;
    if (const int error = posix_spawn(&child, program.c_str(), &actions_, &attributes_, arguments, environ); error != 0)
      return Fail(ErrorCategory::kUsage, "cannot start a program", program, std::strerror(error));
    const rlimit space{memory, memory}, core{0, 0};
    prlimit(child, RLIMIT_AS, &space, nullptr);
    prlimit(child, RLIMIT_CORE, &core, nullptr);
    return child;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// True: it failed. Sleeps until the child ends or its time is over.
bool Await(pid_t child, std::chrono::milliseconds hang) {
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  bool ended = false;
  if (handle >= 0) {
    pollfd end{handle, POLLIN, 0};
    const auto deadline = steady_clock::now() + hang;
    for (auto left = hang; left.count() > 0;
         left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - steady_clock::now())) {
      ended = poll(&end, 1, static_cast<int>(left.count())) == 1;
      if (ended || errno != EINTR || Interrupted()) break;
    }
    close(handle);
  }
  if (!ended) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return !ended || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

}  // namespace

Result<RunsToBug> Stress(const std::string& program, const StressOptions& options) {
  RunsToBug out;
  const Spawner spawner;
  const auto start = steady_clock::now();
  while (!out.found && out.runs < options.limit && steady_clock::now() - start < options.time && !Interrupted()) {
    RW_ASSIGN(const pid_t child, spawner.Start(program, options.memory));
    const bool failed = Await(child, options.hang);
    if (Interrupted()) break;  // it was ended with us
    ++out.runs;
    out.found = failed;
  }
  out.seconds = std::chrono::duration<double>(steady_clock::now() - start).count();
  return out;
}

Result<RunsToBug> StressOnce(const std::string& program, const StressOptions& options, const std::string& file) {
  RW_ASSIGN(const std::string bytes, ReadFile(program, "cannot read a program"));
  const std::string identity = fmt::format("{:016x}", recontest::NameOf(bytes));
  if (std::ifstream in(file); in) {
    RunsToBug known;
    std::string of;
    if (in >> of >> known.runs >> known.found >> known.seconds && of == identity &&
        (known.found ? known.runs <= options.limit : known.runs >= options.limit))
      return known;
  }
  RW_ASSIGN(const RunsToBug out, Stress(program, options));
  if (!Interrupted())
    RW_TRY(WriteFile(file, fmt::format("{} {} {} {:.3f}\n", identity, out.runs, out.found ? 1 : 0, out.seconds), "cannot write"));
  return out;
}

}  // namespace reweave::inline evaluate
