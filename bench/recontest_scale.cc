// Phase one of recontest on long synthetic runs: 8 threads, 64 locks, 10^5 .. 10^7 events a run; time, events a second, memory.
//     recontest_scale [--events N]... [--limit BYTES] [--repeat N]
// The runs are generated while they are read, so that the figures are those of the analysis alone.
#include <fmt/format.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "techniques/recontest/history.h"
#include "techniques/recontest/impact.h"

namespace {

using namespace reweave;
using namespace reweave::recontest;

constexpr unsigned kThreads = 8, kLocks = 64, kSites = 512, kFields = 16;
constexpr std::uint64_t kBase = 0x100000;

class Program : public ProgramView {
 public:
  Program() : views_(kSites + 64) {
    for (std::uint32_t i = 1; i < views_.size(); ++i) views_[i].statement = Scramble(i) | 1, views_[i].mapped = true;
  }
  const SiteView& Site(std::uint32_t site) const override { return views_[site < views_.size() ? site : 0]; }
  std::optional<StaticObject> ObjectAt(std::uint64_t address) const override {
    const std::uint64_t object = (address - kBase) / 4096;
    return StaticObject{kBase + object * 4096, 4096, object + 1};
  }

 private:
  std::vector<SiteView> views_;
};

// Critical sections of a few accesses to what the lock protects, some messages. The new run leaves out one lock in a thousand.
class Generator : public EventSource {
 public:
  Generator(std::uint64_t events, bool is_new) : events_(events), is_new_(is_new), chunk_(1u << 14) {}
  void Restart() override { made_ = 0, step_ = 0; }
  std::span<const abi::Event> Next() override {
    std::size_t n = 0;
    while (n + 16 < chunk_.size() && made_ < events_) {
      const std::size_t before = n;
      n = Section(n);
      made_ += n - before;
    }
    return {chunk_.data(), n};
  }

 private:
  std::size_t Section(std::size_t n) {
    const std::uint64_t r = Scramble(step_ + 1), step = step_++;
    const auto emit = [&](abi::EventKind kind, std::uint16_t tid, std::uint32_t site, std::uint64_t obj, std::uint64_t value) {
      abi::Event& event = chunk_[n++];
      event = {};
      event.kind = kind, event.tid = tid, event.site = site, event.obj = obj, event.value = value, event.size = 8;
    };
    if (step < kThreads) {
      emit(abi::EventKind::kCreate, 0, static_cast<std::uint32_t>(kSites + 1 + step), 0x400000, step + 1);
      emit(abi::EventKind::kBegin, static_cast<std::uint16_t>(step + 1), 0, 0, 0);
      return n;
    }
    const auto tid = static_cast<std::uint16_t>(1 + r % kThreads);
    const std::uint64_t lock = r / 8 % kLocks;
    const bool bare = is_new_ && r / 1024 % 1000 == 0;
    if (!bare) emit(abi::EventKind::kLock, tid, 0, kBase + lock * 4096, 1);
    for (int i = 0; i < 4; ++i) {
      const std::uint64_t q = Scramble(r + static_cast<std::uint64_t>(i));
      emit(q % 3 == 0 ? abi::EventKind::kWrite : abi::EventKind::kRead, tid, static_cast<std::uint32_t>(1 + q % kSites),
           kBase + lock * 4096 + 64 + q / 512 % kFields * 8, 0);
    }
    if (!bare) emit(abi::EventKind::kUnlock, tid, 0, kBase + lock * 4096, 0);
    if (r / 4096 % 64 == 0) emit(abi::EventKind::kSemPost, tid, 0, kBase + (kLocks + tid) * 4096, 1);
    if (r / 4096 % 64 == 1) emit(abi::EventKind::kSemWait, tid, 0, kBase + (kLocks + r / 8192 % kThreads + 1) * 4096, 0);
    return n;
  }

  std::uint64_t events_, made_ = 0, step_ = 0;
  bool is_new_;
  std::vector<abi::Event> chunk_;
};

std::uint64_t StatusOf(const char* field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(field)) return std::strtoull(line.c_str() + std::strlen(field), nullptr, 10) * 1024;
  return 0;
}

struct Figures {
  double events = 0, cpu_seconds = 0;
};

int Measure(std::uint64_t events, std::size_t limit, Figures& figures) {
  const Program program;
  Generator before(events, false), after(events, true);
  Options options;
  options.memory_limit = limit;
  const auto cpu = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) { return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  };
  const double cpu_before = cpu();
  const auto start = std::chrono::steady_clock::now();
  Histories runs;
  Collect({before, program}, {after, program}, options, runs);
  const std::uint64_t collected = StatusOf("RssAnon:");
  const auto impact = FindImpact(runs, options);
  if (!impact) return fmt::print(stderr, "{}\n", impact.error().what()), 1;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double cpu_seconds = cpu() - cpu_before;
  const std::uint64_t total = runs.old_run.events + runs.new_run.events, peak = std::max(collected, StatusOf("RssAnon:"));
  Key digest;  // the same with and without files
  for (std::size_t i = 0; i < impact->reasons.size(); ++i)
    digest = Mix(digest, impact->partner[i] ^ static_cast<std::uint64_t>(impact->reasons[i]) << 40);
  fmt::print("{{\"events\": {}, \"accesses\": {}, \"impacted\": {}, \"seconds\": {:.3f}, \"cpu_seconds\": {:.3f}, "
             "\"events_per_cpu_second\": {:.0f}, \"anonymous_mib\": {}, \"spilled\": {}, \"digest\": \"{:016x}\"}}\n",
             total, runs.new_run.accesses.size() + runs.old_run.accesses.size(), impact->fresh + impact->changed, seconds,
             cpu_seconds, static_cast<double>(total) / cpu_seconds, peak >> 20, runs.new_run.accesses.spilled(),
             digest.low ^ digest.high);
  figures = {static_cast<double>(total), cpu_seconds};
  return 0;
}

// In a process of its own: what one measurement left in memory is not the next one's.
int MeasureApart(std::uint64_t events, std::size_t limit, Figures& figures) {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    Figures own;
    const int status = Measure(events, limit, own);
    std::fflush(stdout);
    _exit(status != 0 || write(ends[1], &own, sizeof own) != sizeof own ? 1 : 0);
  }
  close(ends[1]);
  const bool got = read(ends[0], &figures, sizeof figures) == sizeof figures;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return got && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::uint64_t> sizes;
  std::size_t limit = std::size_t{1} << 30;
  int repeats = 3;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--events") == 0 && i + 1 < argc) sizes.push_back(std::strtoull(argv[++i], nullptr, 10));
    else if (std::strcmp(argv[i], "--limit") == 0 && i + 1 < argc) limit = std::strtoull(argv[++i], nullptr, 10);
    else if (std::strcmp(argv[i], "--repeat") == 0 && i + 1 < argc) repeats = std::atoi(argv[++i]);
    else return fmt::print(stderr, "usage: recontest_scale [--events N]... [--limit BYTES] [--repeat N]\n"), 2;
  }
  if (sizes.empty()) sizes = {100'000, 1'000'000, 10'000'000};
  std::vector<double> medians;
  for (const std::uint64_t size : sizes) {
    std::vector<double> seconds;
    for (int i = 0; i < repeats; ++i) {
      Figures figures;
      if (const int status = MeasureApart(size, limit, figures); status != 0) return status;
      seconds.push_back(figures.cpu_seconds);
    }
    std::ranges::sort(seconds);
    medians.push_back(seconds[seconds.size() / 2]);
    fmt::print("{} + {} events: median of {} {:.3f} s, {:.2f} million events a second of processor time", size, size, repeats,
               medians.back(), 2e-6 * static_cast<double>(size) / medians.back());
    if (medians.size() > 1) fmt::print(", {:.1f} times the one before", medians.back() / medians[medians.size() - 2]);
    fmt::print("\n");
  }
  return 0;
}
