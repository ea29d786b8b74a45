#include "runner/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace reweave::tests {

namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0) std::abort();
  }
  ~Pipe() {
    CloseWriter();
    close(ends[0]);
  }
  void CloseWriter() {
    if (ends[1] >= 0) close(ends[1]);
    ends[1] = -1;
  }
};

[[noreturn]] void Exec(const Command& command, char** argv, int out, int err) {
  setpgid(0, 0);
  int in = open(command.stdin_path.c_str(), O_RDONLY | O_CLOEXEC);
  if (in < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(126);
  if (!command.directory.empty() && chdir(command.directory.c_str()) != 0) _exit(126);
  execvp(argv[0], argv);
  _exit(127);
}

constexpr size_t kKeep = 4u << 20;

// Both streams until both are closed or the deadline; what is over the limit is read and dropped.
bool Collect(Pipe& out, Pipe& err, Clock::time_point deadline, Outcome& outcome) {
  pollfd entries[2] = {{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}};
  std::string* texts[2] = {&outcome.out, &outcome.err};
  for (int open_streams = 2; open_streams > 0;) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    if (poll(entries, 2, static_cast<int>(left)) < 0 && errno != EINTR) return false;
    for (int i = 0; i < 2; i++) {
      if (entries[i].fd < 0 || entries[i].revents == 0) continue;
      char buffer[65536];
      ssize_t size = read(entries[i].fd, buffer, sizeof buffer);
      if (size > 0 && texts[i]->size() < kKeep) texts[i]->append(buffer, static_cast<size_t>(size));
      if (size <= 0) {
        entries[i].fd = -1;
        open_streams--;
      }
    }
  }
  return true;
}

bool WaitUntil(pid_t child, Clock::time_point deadline, int& status) {
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

// A zombie that init has not reaped yet also counts for a moment.
bool GroupIsEmptySoon(pid_t group) {
  for (int i = 0; i < 100; i++) {
    if (kill(-group, 0) != 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

Outcome Run(const Command& command) {
  Outcome outcome;
  Clock::time_point start = Clock::now();
  Clock::time_point deadline = start + std::chrono::milliseconds(static_cast<long>(command.seconds * 1000));
  std::vector<char*> argv;  // made before the fork: the child may not allocate
  for (const std::string& word : command.argv) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  Pipe out, err;
  pid_t child = fork();
  if (child == 0) Exec(command, argv.data(), out.ends[1], err.ends[1]);
  if (child < 0) {
    outcome.err = "cannot fork";
    return outcome;
  }
  setpgid(child, child);
  out.CloseWriter();
  err.CloseWriter();
  // A grandchild that keeps the pipe open must not hide that the command itself has ended: the deadline covers both.
  bool collected = Collect(out, err, deadline, outcome);
  int status = 0;
  bool ended = WaitUntil(child, collected ? deadline : Clock::now(), status);
  outcome.timed_out = !ended;
  outcome.left_processes = ended && (!collected || !GroupIsEmptySoon(child));
  if (outcome.timed_out || outcome.left_processes) kill(-child, SIGKILL);
  if (!ended) waitpid(child, &status, 0);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return outcome;
}

std::string Quoted(const Command& command) {
  std::string text;
  for (const std::string& word : command.argv) {
    bool plain = !word.empty() && word.find_first_of(" \"'|&;<>()$`\\*?#") == std::string::npos;
    if (!text.empty()) text += ' ';
    text += plain ? word : "'" + word + "'";
  }
  if (command.stdin_path != "/dev/null") text += " < " + command.stdin_path;
  return text;
}

}  // namespace reweave::tests
