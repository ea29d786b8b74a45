// A process that speaks abi/control.h like the runtime does, around a simulated program: main creates two threads, each reads
// a counter and writes it back plus one, main joins both; a lost update fails an assertion. What else may happen to a run is
// chosen by the first argument:
//   pass        the update is never lost            lost        as above
//   sequential  ends before creating a thread       startfail   ends before the runtime is ready
//   die N       run N kills the process             exit7 N     run N leaves with status 7
//   hang N      run N loops, deaf to SIGXCPU        slow N      run N loops until SIGXCPU
//   threads N   needs a pool of N                   fork        unsupported under rewind
//   endless N   run N records for ever              scribble N  run N writes over the control block
//   prints      passes, prints what it came to      chatty      as prints, and a number that changes
//   library     as pass, a library comes first      races       as pass, and the accesses are known to race
//   many N      N events before the end             child       as pass, leaves a child behind (own session)
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "abi/compact.h"
#include "abi/control.h"
#include "base/rng.h"

using namespace reweave;
using abi::EndKind;
using abi::Event;
using abi::EventKind;

extern "C" void __reweave_register_module() {}  // what the explorer looks for before it starts a program

namespace {

abi::ControlBlock* control;
char* plans;
Event* ring;
std::uint64_t head;
volatile std::sig_atomic_t told_to_stop;

void Publish() {
  control->trace_head.store(head);
  control->trace_futex.fetch_add(1);
  if (control->explorer_sleeps.load() != 0) syscall(SYS_futex, &control->trace_futex, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

Event& Put(EventKind kind) {
  const std::uint64_t slots = control->trace_units / abi::kEventUnits;
  while (head - control->trace_tail.load() >= control->trace_units) {
    Publish();
    const std::uint32_t seen = control->plan_futex.load();
    control->runtime_sleeps.store(1);
    if (head - control->trace_tail.load() >= control->trace_units)
      syscall(SYS_futex, &control->plan_futex, FUTEX_WAIT, seen, nullptr, nullptr, 0);
    control->runtime_sleeps.store(0);
  }
  Event& event = ring[head / abi::kEventUnits % slots];
  head += abi::kEventUnits;
  event = Event{};
  event.kind = kind;
  if (head - control->trace_head.load() > control->trace_units / 2) Publish();
  return event;
}

void PutText(abi::TextStream stream, const std::string& text) {
  for (std::size_t at = 0; at < text.size(); at += 24) {
    Event& event = Put(EventKind::kText);
    event.outcome = static_cast<std::uint8_t>(stream);
    event.size = static_cast<std::uint16_t>(std::min<std::size_t>(24, text.size() - at));
    std::memcpy(&event.obj, text.data() + at, event.size);
  }
}

struct Operation {
  EventKind kind;
  std::uint32_t site;
};
const std::vector<Operation> kMain = {
    {EventKind::kCreate, 1}, {EventKind::kCreate, 2}, {EventKind::kJoin, 3}, {EventKind::kJoin, 4}};
const std::vector<Operation> kWorker = {
    {EventKind::kBegin, 5}, {EventKind::kRead, 6}, {EventKind::kWrite, 7}, {EventKind::kEnd, 0}};

std::string mode;
bool Prints() { return mode == "prints" || mode == "chatty"; }
// Where what is printed matters, nothing races.
EventKind Atomic(EventKind kind) {
  if (!Prints()) return kind;
  return kind == EventKind::kRead ? EventKind::kAtomicRead : kind == EventKind::kWrite ? EventKind::kAtomicWrite : kind;
}

// The simulated program: three threads, by hand.
struct Simulation {
  unsigned at[3] = {0, 0, 0}, made = 1, counter = 0, loaded[3] = {0, 0, 0};
  std::uint64_t steps = 0;

  const std::vector<Operation>& Code(unsigned tid) const { return tid == 0 ? kMain : kWorker; }
  bool Done(unsigned tid) const { return at[tid] == Code(tid).size(); }
  bool Enabled(unsigned tid) const {
    if (tid >= made || Done(tid)) return false;
    if (tid != 0 || at[0] < 2) return true;
    return Done(at[0] - 1);
  }
  std::uint32_t PendingOrdinal(unsigned tid) const { return at[tid] + (tid == 0 ? 2 : 1); }  // main's 1 is in the preamble

  void Step(unsigned tid) {
    Event& mask = Put(EventKind::kEnabled);
    mask.caller = 1;
    for (unsigned t = 0; t < made; ++t) mask.obj |= Enabled(t) ? 1ull << t : 0;
    const Operation op = Code(tid)[at[tid]];
    const std::uint32_t ordinal = PendingOrdinal(tid);
    ++at[tid];
    if (op.kind == EventKind::kCreate) {
      Event& info = Put(EventKind::kThreadInfo);
      info.tid = static_cast<std::uint16_t>(made);
      info.value2 = made;
    }
    Event& event = Put(Atomic(op.kind));
    event.flags = op.kind == EventKind::kEnd ? 0 : abi::kPoint;
    event.tid = static_cast<std::uint16_t>(tid);
    event.site = op.site;
    event.ordinal = ordinal;
    if (op.kind == EventKind::kCreate) event.value = made++;
    if (op.kind == EventKind::kJoin) event.value = at[0] - 2;
    if (op.kind == EventKind::kRead) event.value = loaded[tid] = counter;
    if (op.kind == EventKind::kWrite) event.value = counter = loaded[tid] + 1;
    if ((Prints() || mode == "races") && (op.kind == EventKind::kRead || op.kind == EventKind::kWrite))
      event.obj = 0x1000, event.size = 4;
    steps += event.flags & abi::kPoint;
    control->progress.fetch_add(1);
    if (tid != 0 && at[tid] == 3) Step(tid);  // End is not a scheduling point
  }
};

void EndRun(EndKind kind, std::uint64_t value, std::uint64_t steps, const std::string& message) {
  PutText(abi::TextStream::kMessage, message);
  Event& end = Put(EventKind::kRunEnd);
  end.outcome = static_cast<std::uint8_t>(kind);
  end.value = value;
  end.obj = steps;
  end.site = kind == EndKind::kPass ? 0 : 4;
  Publish();
}

unsigned parameter;
unsigned runs_made;  // in this process; `die 2` counts over processes through the environment of the test

bool Follow(Simulation& sim, const abi::PlanHeader& plan, const abi::Segment* segments) {
  for (std::uint32_t i = 0; i < plan.segments; ++i) {
    const abi::Segment& s = segments[i];
    if (s.until == abi::kUntilTail) return true;
    while (!(s.until == abi::kUntilEnd ? sim.Done(s.tid) : sim.PendingOrdinal(s.tid) == s.until)) {
      if (s.tid < 3 && sim.Enabled(s.tid) && sim.PendingOrdinal(s.tid) < s.until) {
        sim.Step(s.tid);
        continue;
      }
      Event& event = Put(EventKind::kDiverged);
      event.tid = s.tid;
      event.ordinal = s.until;
      event.caller = i;
      event.value = static_cast<std::uint64_t>(abi::DivergedReason::kNotEnabled);
      return false;
    }
  }
  return true;
}

void SpecialRun(Simulation& sim) {
  if (mode == "die" && runs_made == parameter) signal(SIGSEGV, SIG_DFL), raise(SIGSEGV);  // a sanitizer has a handler
  if (mode == "exit7" && runs_made == parameter) _exit(7);
  if (mode == "hang" && runs_made == parameter)
    for (;;) pause();
  if (mode == "slow" && runs_made == parameter)
    while (!told_to_stop) pause();
  if (mode == "endless" && runs_made == parameter)
    for (;;) Put(EventKind::kYield), control->progress.fetch_add(1);
  if (mode == "scribble" && runs_made == parameter) {
    while (control->trace_tail.load() != control->trace_head.load()) usleep(100);  // the runs before have been read
    std::memset(control, 0xff, sizeof *control);
    for (;;) pause();
  }
  if (mode == "many")
    for (unsigned i = 0; i < parameter; ++i) Put(EventKind::kYield).ordinal = 100 + i;
  if (mode == "child" && fork() == 0) {
    setsid();
    for (;;) pause();
  }
}

void RunOnce(const abi::PlanHeader& plan, const abi::Segment* segments, std::uint64_t seed) {
  ++runs_made;
  Event& begin = Put(EventKind::kRunBegin);
  begin.value = seed;
  begin.value2 = plan.id;
  Simulation sim;
  if (mode == "threads" && control->pool_threads < parameter) return EndRun(EndKind::kNeedThreads, parameter, 0, "");
  if (mode == "fork" && control->isolation == abi::Isolation::kRewind) {
    Put(EventKind::kUnsupported).value = 57;
    return EndRun(EndKind::kUnsupported, 57, 0, "fork() needs exec isolation");
  }
  SpecialRun(sim);
  if (told_to_stop) return EndRun(EndKind::kTimeout, 0, 0, "");
  if (!Follow(sim, plan, segments)) return EndRun(EndKind::kDiverged, 0, sim.steps, "");
  Rng rng(seed);
  unsigned current = plan.segments != 0 ? segments[plan.segments - 1].tid : 0;
  while (!sim.Done(0)) {
    unsigned enabled[3], n = 0;
    for (unsigned t = 0; t < 3; ++t)
      if (sim.Enabled(t)) enabled[n++] = t;
    if (plan.tail != abi::TailPolicy::kStay) current = enabled[rng.Below(n)];
    else if (!sim.Enabled(current)) current = enabled[0];
    sim.Step(current);
  }
  const bool never_lost = mode == "pass" || mode == "child" || mode == "library" || mode == "races";
  PutText(abi::TextStream::kStdout, "counter is " + std::to_string(never_lost ? 2 : sim.counter) + "\n");
  if (mode == "chatty") PutText(abi::TextStream::kStdout, "seed " + std::to_string(seed) + "\n");
  const bool lost = sim.counter != 2 && !never_lost && !Prints();
  EndRun(lost ? EndKind::kAssert : EndKind::kPass, 0, sim.steps, lost ? "t.cc:9: main: Assertion `counter == 2' failed." : "");
}

void WaitForPlan() {
  const std::uint32_t seen = control->plan_futex.load();
  control->runtime_sleeps.store(1);
  if (control->plan_head.load() == control->plan_tail.load())
    syscall(SYS_futex, &control->plan_futex, FUTEX_WAIT, seen, nullptr, nullptr, 0);
  control->runtime_sleeps.store(0);
}

[[noreturn]] void ServePlans() {
  for (;;) {
    while (control->plan_head.load() == control->plan_tail.load()) WaitForPlan();
    const std::uint64_t at = control->plan_tail.load() % control->plan_bytes;
    abi::PlanHeader plan;
    std::memcpy(&plan, plans + at, std::min<std::size_t>(sizeof plan, control->plan_bytes - at));
    std::vector<abi::Segment> segments(plan.id != 0 ? plan.segments : 0);
    if (!segments.empty()) std::memcpy(segments.data(), plans + at + sizeof plan, segments.size() * sizeof(abi::Segment));
    control->plan_tail.fetch_add(plan.bytes);
    if (plan.id == 0) continue;
    for (std::uint32_t i = 0; i < plan.runs; ++i) RunOnce(plan, segments.data(), plan.seed + i);
    if (control->isolation == abi::Isolation::kExec || control->probing != 0) _exit(0);
  }
}

}  // namespace

int main(int argc, char** argv) {
  mode = argc > 1 ? argv[1] : "lost";
  parameter = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 0;
  const char* fd = std::getenv(abi::kControlVariable);
  if (fd == nullptr) return 2;
  if (mode == "startfail") return write(2, "no luck\n", 8) == 8 ? 9 : 9;
  abi::ControlBlock probe_block;
  if (pread(std::atoi(fd), &probe_block, sizeof probe_block, 0) != sizeof probe_block) return 3;
  void* base = mmap(nullptr, probe_block.bytes * 4096ull, PROT_READ | PROT_WRITE, MAP_SHARED, std::atoi(fd), 0);
  control = static_cast<abi::ControlBlock*>(base);
  plans = static_cast<char*>(base) + control->plan_offset;
  ring = reinterpret_cast<Event*>(static_cast<char*>(base) + control->trace_offset);
  if (mode != "hang") signal(SIGXCPU, [](int) { told_to_stop = 1; });
  else signal(SIGXCPU, SIG_IGN);
  Put(EventKind::kRunBegin);
  const std::uint64_t libraries = mode == "library" ? 1 : 0;
  for (std::uint64_t i = 0; i < libraries; ++i) {
    Put(EventKind::kModule).value2 = i;
    PutText(abi::TextStream::kModule, "/lib/first.so");
  }
  Event& program = Put(EventKind::kModule);  // without a name, as the dynamic linker has none
  program.value2 = libraries;
  program.flags = 1;
  Event& sites = Put(EventKind::kSiteBase);
  sites.site = 1;
  sites.value2 = libraries;
  sites.value = 10;
  if (mode == "child") control->seen.fetch_or(abi::kSeenChild);
  if (mode == "sequential") {
    EndRun(EndKind::kPass, 0, 0, "");
    return 0;
  }
  control->state.store(static_cast<std::uint32_t>(abi::RunState::kReady));
  ServePlans();
}
