#include "findings/kind.h"

#include <algorithm>
#include <array>

namespace reweave::inline findings {

namespace {

constexpr std::array<KindInfo, 12> kKinds = {{
    {FindingKind::kRace, "race", "data race", "DataRace", "error",
     "Two threads access the same memory without synchronisation, and one of them writes.",
     "The two accesses are not ordered by a lock, an atomic operation, thread creation or join: the program's behaviour is "
     "undefined. Guard both with the same mutex, or make the location atomic with fitting memory orders."},
    {FindingKind::kAtomicity, "atomicity", "atomicity violation", "AtomicityViolation", "error",
     "Steps that belong together were interrupted by another thread.",
     "Each access is synchronised, but a region that must be indivisible is not: another thread's access between its parts "
     "changed the result of the run. Hold one lock over the whole region, or use one atomic operation."},
    {FindingKind::kDeadlock, "deadlock", "deadlock", "Deadlock", "error", "No thread can go on.",
     "Every thread waits for something that only another waiting thread could give. Take locks in one order everywhere (or "
     "together with std::scoped_lock), and change the condition of a condition variable under its mutex so that no wakeup gets "
     "lost."},
    {FindingKind::kLivelock, "livelock", "livelock", "Livelock", "error", "Every thread that can run spins and nothing changes.",
     "Threads repeat the same reads for ever: each waits for a change that none of them makes."},
    {FindingKind::kAssert, "assert", "failed assertion", "FailedAssertion", "error", "An assertion fails under some schedules.",
     "The interleaving shows the order of steps that leads to the failed assertion. Replay it, under a debugger if need be."},
    {FindingKind::kAbort, "abort", "abort", "Abort", "error", "The program aborts under some schedules.",
     "The interleaving shows the order of steps that leads to abort()."},
    {FindingKind::kException, "exception", "uncaught exception", "UncaughtException", "error",
     "An exception leaves a thread or main under some schedules.",
     "The interleaving shows the order of steps that leads to the exception that nobody catches."},
    {FindingKind::kSignal, "signal", "signal", "CrashBySignal", "error", "The program crashes under some schedules.",
     "The interleaving shows the order of steps that leads to the invalid access or other fatal signal."},
    {FindingKind::kHeap, "heap", "heap error", "HeapError", "error", "Heap memory is misused under some schedules.",
     "Memory is used after it was freed, freed twice, or accessed beyond its block, depending on the order of the threads' "
     "steps."},
    {FindingKind::kMisuse, "misuse", "misuse of a synchronisation object", "SynchronisationMisuse", "error",
     "A lock, condition variable or other synchronisation object is misused.",
     "It is used after it was destroyed, destroyed or initialised again while a thread holds it or waits for it, or unlocked by "
     "a thread that does not hold it. What happens then is undefined: it may work, hang, or let two threads in."},
    {FindingKind::kExit, "exit", "failing exit status", "FailingExit", "error",
     "The program ends with a failing exit status under some schedules.",
     "The test passes under other schedules: its result depends on the order of the threads' steps."},
    {FindingKind::kTimeout, "timeout", "timeout", "Timeout", "error", "A run does not end within its limits.",
     "The run exceeded the limit of time or steps. It may be an endless loop that only this schedule enters, or limits that are "
     "too low."},
}};

constexpr bool InOrder() {
  for (std::size_t i = 0; i < kKinds.size(); ++i)
    if (static_cast<std::size_t>(kKinds[i].kind) != i) return false;
  return true;
}
static_assert(InOrder(), "Info() finds a kind by its number");

}  // namespace

std::span<const KindInfo> FindingKinds() { return kKinds; }

const KindInfo& Info(FindingKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

std::string_view Name(FindingKind kind) { return Info(kind).name; }

std::optional<FindingKind> FindingKindNamed(std::string_view name) {
  const auto found = std::ranges::find(kKinds, name, &KindInfo::name);
  if (found == kKinds.end()) return std::nullopt;
  return found->kind;
}

}  // namespace reweave::inline findings
