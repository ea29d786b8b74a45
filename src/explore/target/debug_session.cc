#include "explore/target/debug_session.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "base/child.h"
#include "base/command.h"
#include "explore/target/control_memory.h"
#include "explore/target/process.h"

namespace reweave::inline target {

namespace {

// gdb.py asks on the first before every `run` and goes on when the second answers: only then is the former process stopped for
// good and the memory can be made as new.
constexpr int kRequestFd = kControlFd - 1, kAnswerFd = kControlFd - 2;

std::string FindProgram(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
  return FindInPath(name);
}

class Session {
 public:
  Session(const TargetOptions& target, const Plan& plan) : target_(target), plan_(plan) {
    plan_.runs = 1;
    target_.isolation = abi::Isolation::kExec;
  }

  Result<int> Run(const std::vector<abi::SharedSlot>& shared, const DebugOptions& options) {
    RW_ASSIGN(memory_, ControlMemory::Create(target_.sizes));
    for (const abi::SharedSlot& slot : shared) memory_->AddShared(slot);
    Renew();
    if (!request_.Open() || !answer_.Open())
      return Fail(ErrorCategory::kInternal, "cannot make a pipe to gdb", "", ErrnoText(errno));
    // Ctrl-C is gdb's, as it stops the program there.
    struct sigaction ignore{}, old{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignore, &old);
    auto pid = Start(options);
    int status = 0;
    if (pid) status = Serve(*pid);
    sigaction(SIGINT, &old, nullptr);
    if (!pid) return std::unexpected(pid.error());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  // As before the first start, with the plan waiting.
  void Renew() {
    memory_->Reset();
    FillSettings(target_, memory_->block());
    memory_->Publish(EncodePlan(plan_, 1));
    events_.clear();
  }

  Result<pid_t> Start(const DebugOptions& options) {
    const std::string gdb = FindProgram(options.gdb);
    if (gdb.empty())
      return Fail(ErrorCategory::kUsage, "cannot find gdb", options.gdb, "", "install it (Debian: apt install gdb)");
    std::vector<std::string> arguments = {options.gdb, "-q", "-iex", "set debuginfod enabled off", "-x", options.script};
    if (options.batch) arguments.emplace_back("-batch");
    for (const std::string& command : options.commands) arguments.insert(arguments.end(), {"-ex", command});
    arguments.push_back(target_.program.path);
    std::vector<std::string> environment = TargetEnvironment(target_.program.environment);
    // As gdb's shell reads them: arguments, then the program's input.
    std::string line;
    for (std::size_t i = 1; i < target_.program.command.size(); ++i) line += ShellQuoted(target_.program.command[i]) + " ";
    environment.push_back("REWEAVE_GDB_ARGUMENTS=" + line + "< " + ShellQuoted(target_.stdin_path));
    arguments[0] = gdb;
    RW_ASSIGN(
        const pid_t pid,
        StartChild(
            {.words = std::move(arguments),
             .environment = std::move(environment),
             .directory = target_.program.directory,
             .log = "",
             .descriptors = {{memory_->fd(), kControlFd}, {request_.write.get(), kRequestFd}, {answer_.read.get(), kAnswerFd}}}));
    request_.write.Reset();
    answer_.read.Reset();
    return pid;
  }

  // Keeps the ring empty and answers gdb until it leaves.
  int Serve(pid_t gdb) {
    int status = 0;
    bool listening = true;
    while (waitpid(gdb, &status, WNOHANG) != gdb) {
      pollfd ready{request_.read.get(), POLLIN, 0};
      if (listening) poll(&ready, 1, 20);
      else usleep(20000);
      Drain();
      char asked = 0;
      if (!listening || ready.revents == 0) continue;
      if (read(request_.read.get(), &asked, 1) != 1) {
        listening = false;  // gdb or its program closed it
        continue;
      }
      Renew();
      if (write(answer_.write.get(), "k", 1) != 1) listening = false;
    }
    return status;
  }

  void Drain() {
    bool dropped = false;
    while (memory_->sane() && memory_->has_records()) {
      memory_->TakeUntilRunEnd(events_, 0, dropped);
      events_.clear();
    }
  }

  TargetOptions target_;
  Plan plan_;
  std::unique_ptr<ControlMemory> memory_;
  Pipe request_, answer_;
  EventList events_;
};

}  // namespace

Result<int> RunUnderGdb(const TargetOptions& target, const Plan& plan, const std::vector<abi::SharedSlot>& shared,
                        const DebugOptions& options) {
  return Session(target, plan).Run(shared, options);
}

}  // namespace reweave::inline target
