#include "findings/kinds_help.h"

namespace reweave::inline findings {

const std::vector<KindHelp>& KindHelps() {
  static const std::vector<KindHelp> kHelps = {
      {"race", "DataRace", "Two threads access the same memory without synchronisation, and one of them writes.",
       "The two accesses are not ordered by a lock, an atomic operation, thread creation or join: the program's behaviour is "
       "undefined. "
       "Guard both with the same mutex, or make the location atomic with fitting memory orders."},
      {"atomicity", "AtomicityViolation", "Steps that belong together were interrupted by another thread.",
       "Each access is synchronised, but a region that must be indivisible is not: another thread's access between its parts "
       "changed what "
       "the run came to. Hold one lock over the whole region, or use one atomic operation."},
      {"deadlock", "Deadlock", "No thread can go on.",
       "Every thread waits for something that only another waiting thread could give. Take locks in one order everywhere (or "
       "together with "
       "std::scoped_lock), and change the condition of a condition variable under its mutex so that no wakeup gets lost."},
      {"livelock", "Livelock", "Every thread that can run spins and nothing changes.",
       "Threads repeat the same reads for ever: each waits for a change that none of them makes."},
      {"assert", "FailedAssertion", "An assertion fails under some schedules.",
       "The interleaving shows the order of steps that leads to the failed assertion. Replay it, under a debugger if need be."},
      {"abort", "Abort", "The program aborts under some schedules.",
       "The interleaving shows the order of steps that leads to abort()."},
      {"exception", "UncaughtException", "An exception leaves a thread or main under some schedules.",
       "The interleaving shows the order of steps that leads to the exception that nobody catches."},
      {"signal", "CrashBySignal", "The program crashes under some schedules.",
       "The interleaving shows the order of steps that leads to the invalid access or other fatal signal."},
      {"heap", "HeapError", "Heap memory is misused under some schedules.",
       "Memory is used after it was freed, freed twice, or accessed beyond its block, depending on the order of the threads' "
       "steps."},
      {"misuse", "SynchronisationMisuse", "A lock, condition variable or other synchronisation object is misused.",
       "It is used after it was destroyed, destroyed or initialised again while a thread holds it or waits for it, or unlocked "
       "by "
       "a thread that does not hold it. What happens then is undefined: it may work, hang, or let two threads in."},
      {"exit", "FailingExit", "The program ends with a failing exit status under some schedules.",
       "The test passes under other schedules: its result depends on the order of the threads' steps."},
      {"timeout", "Timeout", "A run does not end within its limits.",
       "The run exceeded the limit of time or steps. It may be an endless loop that only this schedule enters, or limits that "
       "are too low."},
  };
  return kHelps;
}

}  // namespace reweave::inline findings
