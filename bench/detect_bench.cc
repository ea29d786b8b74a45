// Speed of race detection (happens-before and potential races) and of pattern coverage on made-up runs, in events a second
// of one core.
//     detect_bench [EVENTS]
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <vector>

#include "detect/patterns.h"
#include "detect/races.h"
#include "detect/testing.h"

namespace {

using reweave::Trace;
using reweave::detect::PatternCoverage;
using reweave::detect::RaceDetector;
using reweave::detect::RunText;

struct Shape {
  const char* name;
  unsigned threads, locations, locks;
  unsigned events;       // of one run
  unsigned atomics;      // of 100 events
  bool racy;
};

// Critical sections of a few accesses to what the lock protects, atomics in between.
Trace MakeRun(const Shape& shape) {
  RunText run;
  run.Threads(shape.threads);
  std::uint64_t seed = 1;
  const auto upto = [&seed](unsigned n) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<unsigned>((seed >> 33) % n);
  };
  unsigned n = 0;
  while (n < shape.events) {
    const unsigned t = 1 + upto(shape.threads), lock = upto(shape.locks);
    const std::uint64_t mutex = 0x10000 + 64 * lock;
    if (!shape.racy) run.Lock(t, mutex, 1), ++n;
    for (unsigned k = 0; k < 6; ++k, ++n) {
      const std::uint64_t x = 0x100000 + 0x10000 * lock + 8 * upto(shape.locations);
      if (upto(100) < shape.atomics) {
        run.Rmw(t, 100 + upto(4), 0x900000 + 8 * upto(4), upto(2) != 0 ? std::memory_order_acq_rel : std::memory_order_relaxed);
      } else if (upto(3) == 0) {
        run.Write(t, 10 + upto(5), x, 8);
      } else {
        run.Read(t, 20 + upto(5), x, 8);
      }
    }
    if (!shape.racy) run.Unlock(t, mutex, 2), ++n;
  }
  return run.Trace();
}

double CpuSeconds() {  // of this process: the machine may be busy with others
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

template <typename Analyse>
double Rate(const Trace& trace, double least_events, Analyse analyse) {
  analyse(trace);
  const double start = CpuSeconds();
  double events = 0;
  for (; events < least_events; events += static_cast<double>(trace.events.size())) analyse(trace);
  return events / (CpuSeconds() - start) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  const double least = argc > 1 ? std::atof(argv[1]) : 5e6;
  const Shape shapes[] = {
      {"small locked run", 3, 4, 1, 60, 0, false},           {"locked, 4 threads", 4, 64, 8, 100'000, 10, false},
      {"locked, 32 threads", 32, 64, 8, 100'000, 10, false}, {"atomics, 4 threads", 4, 64, 4, 100'000, 60, false},
      {"racy, 4 threads", 4, 64, 4, 100'000, 5, true},
  };
  fmt::print("{:24} {:>10} {:>12} {:>12}   million events/s\n", "", "races", "patterns", "up to P17");
  for (const Shape& shape : shapes) {
    const Trace trace = MakeRun(shape);
    RaceDetector races;
    PatternCoverage shorter, longer;
    fmt::print("{:24} {:10.1f} {:12.1f} {:12.1f}\n", shape.name, Rate(trace, least, [&](const Trace& t) { races.Analyse(t); }),
               Rate(trace, least, [&](const Trace& t) { shorter.Analyse(t, false); }),
               Rate(trace, least / 20, [&](const Trace& t) { longer.Analyse(t, true); }));
  }
}
