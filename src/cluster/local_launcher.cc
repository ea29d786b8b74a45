#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <thread>

#include "base/child.h"
#include "cluster/launcher.h"

namespace reweave::inline cluster {

namespace {

constexpr auto kGrace = std::chrono::seconds(10);  // to give back what they have
constexpr unsigned kMostDeaths = 20;               // of one task; then something else is wrong

class LocalLauncher : public Launcher {
 public:
  explicit LocalLauncher(LaunchOptions options) : options_(std::move(options)), pids_(options_.tasks, -1) {}
  ~LocalLauncher() override { Stop(); }

  Result<void> Start() override {
    for (std::size_t i = 0; i < pids_.size(); ++i) waiting_.push_back(i);
    return StartWaiting();
  }

  Result<void> Again(const std::vector<unsigned>& numbers) override {
    for (const unsigned number : numbers) waiting_.push_back(number - 1);
    return StartWaiting();
  }

  Result<unsigned> Running() override {
    for (std::size_t i = 0; i < pids_.size(); ++i) {
      int status = 0;
      if (pids_[i] <= 0 || waitpid(pids_[i], &status, WNOHANG) != pids_[i]) continue;
      pids_[i] = -1;
      // One that was killed is replaced; one that says that it cannot work is not, nor one whose job has ended.
      if (WIFSIGNALED(status) && ++deaths_[i] <= kMostDeaths) waiting_.push_front(i);
    }
    RW_TRY(StartWaiting());
    return static_cast<unsigned>(Alive() + waiting_.size());
  }

  void Stop() override {
    waiting_.clear();
    for (const pid_t pid : pids_)
      if (pid > 0) kill(pid, SIGTERM);
    const auto end = std::chrono::steady_clock::now() + kGrace;
    for (pid_t& pid : pids_) {
      while (pid > 0 && waitpid(pid, nullptr, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() >= end) kill(pid, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
      pid = -1;
    }
  }

  std::string Where() const override {
    return fmt::format("{} worker{} on this machine", options_.tasks, options_.tasks == 1 ? "" : "s");
  }
  bool outlives() const override { return false; }

 private:
  std::size_t Alive() const {
    return static_cast<std::size_t>(std::ranges::count_if(pids_, [](pid_t pid) { return pid > 0; }));
  }

  Result<void> StartWaiting() {
    while (!waiting_.empty() && (options_.at_once == 0 || Alive() < options_.at_once)) {
      const std::size_t next = waiting_.front();
      waiting_.pop_front();
      RW_TRY(StartOne(next));
    }
    return {};
  }

  Result<void> StartOne(std::size_t number) {
    std::vector<std::string> words = {options_.program};
    for (const std::string& word : options_.words)
      words.push_back(WithTask(word, std::to_string(number + 1), fmt::format("{}-{}", getpid(), number)));
    RW_ASSIGN(pids_[number], StartChild({.words = std::move(words),
                                         .environment = EnvironmentWith("REWEAVE_STORE", options_.store),
                                         .directory = "",
                                         .log = fmt::format("{}/worker-{}.log", options_.logs, number),
                                         .descriptors = {},
                                         .signal_at_our_end = SIGTERM,
                                         .own_group = true}));  // Ctrl-C is ours
    return {};
  }

  LaunchOptions options_;
  std::vector<pid_t> pids_;
  std::vector<unsigned> deaths_ = std::vector<unsigned>(pids_.size(), 0);
  std::deque<std::size_t> waiting_;  // tasks that are not started yet
};

}  // namespace

std::unique_ptr<Launcher> MakeLocalLauncher(LaunchOptions options) { return std::make_unique<LocalLauncher>(std::move(options)); }

}  // namespace reweave::inline cluster
