// The shared memory between explorer and runtime: one memfd, mapped by both. The explorer creates it, passes its number in
// the environment variable REWEAVE_CONTROL, and starts the program; the runtime maps it, runs plans and streams records.
//
// Layout: ControlBlock, then the plan ring (bytes), then the trace ring (units of 16 bytes: compact.h). Both rings have one
// writer and one reader. Positions only grow (index = position % size), so full and empty need no flag. Waiting: spin `spin`
// times, then set the sleeper flag, re-check, FUTEX_WAIT on the word; the other side wakes only when the flag is set.
//
// Who may write what: the explorer writes everything under "explorer", before start or as the ring protocol says; the
// runtime (or, under fork isolation, its one running child) everything under "runtime".
#pragma once

#include <atomic>
#include <cstdint>

#include "abi/event.h"

namespace reweave::abi {

constexpr std::uint64_t kControlMagic = 0x31455641'45574552ull;  // "REWEAVE1"
constexpr std::uint32_t kAbiVersion = 8;  // raise when this file, event.h or compact.h changes
constexpr char kControlVariable[] = "REWEAVE_CONTROL";  // "<fd>"

enum class Isolation : std::uint32_t { kRewind = 0, kFork = 1, kExec = 2 };
// Which plain accesses are scheduling points: none, those to shared locations, all but those to the own stack, those to locations
// that raced in some run (PlanHeader::racing).
enum class Granularity : std::uint8_t { kSync = 0, kShared = 1, kAll = 2, kRacing = 3 };
// kYoungest: as kStay, but where a switch must be, the youngest thread runs. kGoal: as kPos, but threads are held back as the
// plan's Holds say.
enum class TailPolicy : std::uint8_t { kStay = 0, kRoundRobin, kRandom, kPct, kPos, kYoungest, kGoal };

// Things the probing run saw (ControlBlock::seen); reason for an isolation level above rewind.
enum Seen : std::uint32_t {
  kSeenThreads = 1u << 0,  // the rewind point was reached
  kSeenWritesFile = 1u << 1,  // opened a file for writing
  kSeenSocket = 1u << 2,
  kSeenChild = 1u << 3,  // fork, vfork, clone, posix_spawn
  kSeenSharedMapping = 1u << 4,
  kSeenSignalHandler = 1u << 5,
  kSeenOldDescriptor = 1u << 6,  // read or wrote a descriptor opened before the rewind point (not 0, 1, 2)
  kSeenTimer = 1u << 7,  // setitimer, timer_create, alarm
  kSeenOldUnmap = 1u << 8,  // unmapped or re-protected memory older than the rewind point
  kSeenUnknownCall = 1u << 9,  // a system call the runtime passes through without knowing it
  kSeenStdin = 1u << 10,
  kSeenFileChange = 1u << 11,  // unlink, rename, mkdir, chdir ...: changes that rewinding does not undo
  kSeenTimeWait = 1u << 12,  // a thread waited for time while others could run: it was not chosen before its time
  kSeenAlarm = 1u << 13,  // an alarm could have rung where no run let it ring
  kSeenAlarmSet = 1u << 15,  // one that has a handler was set
  kSeenChildSignal = 1u << 14,  // SIGCHLD has a handler or is waited for, and there were children
};

// Changes of files that cannot be undone after a run, so that the isolation level must be exec.
enum class Lasting : std::uint32_t {
  kNone,
  kManyBytes,
  kManyChanges,
  kOneOfSeveralNames,
  kOpenBefore,
  kDevice,
  kUnreadable,
  kExtended
};
constexpr const char* kLastingNames[] = {
    "it changes files in ways that are not put back",
    "it changes more than 64 MB of files in a run, more than is put back",
    "it changes files more than 4,096 times in a run, more than is put back",
    "it removes one of several names of a file, which is not put back",
    "it removes a file that was opened before its first thread and is used by name, and it is not put back",
    "it removes a device or pipe, which is not put back",
    "it changes a file that cannot be read, so it cannot be put back",
    "it changes extended attributes of files, which are not put back"};

// What this machine gave the runtime (ControlBlock::machine).
enum Machine : std::uint32_t {
  kHasFsgsbase = 1u << 0,
  kHasDispatch = 1u << 1,  // Syscall User Dispatch
  kHasPagemapScan = 1u << 2,  // userfaultfd write-protect + PAGEMAP_SCAN
  kHasSoftDirty = 1u << 3,
  kNoAslr = 1u << 4,
  kNoRseq = 1u << 5,
  kPutsBackShared = 1u << 6,  // files and shared mappings that a run changes; for tests: REWEAVE_DISABLE=64 leaves them
};

enum class RunState : std::uint32_t { kStarting = 0, kReady = 1, kRunning = 2, kFinished = 3 };

struct ControlBlock {
  std::uint64_t magic;
  std::uint32_t abi_version;
  std::uint32_t bytes;  // of the whole mapping, in pages of 4096

  // explorer, before start
  std::uint64_t plan_offset, plan_bytes;  // from the start of the mapping
  std::uint64_t trace_offset, trace_units;  // Units (compact.h)
  Isolation isolation;
  std::uint32_t pool_threads;  // parked threads to make (also part of a schedule's identity)
  std::uint32_t probing;  // 1: first run, find out what the program does; single run, then exit
  std::uint32_t spin;  // how often to look at a ring before sleeping
  std::uint64_t memory_limit;  // bytes the program may allocate or map, 0 = none
  std::uint32_t max_processes;  // children the program may have at once (exec isolation)
  std::uint32_t output_limit;  // bytes of output captured a run; the rest is counted, not kept
  std::uint64_t disable;  // Machine bits not to use, for tests
  std::uint32_t record;  // RecordClass mask for the preamble (before the rewind point)

  // runtime
  std::atomic<std::uint32_t>
      lasting;  // Lasting: the first change of a file that cannot be put back; a reason for kSeenFileChange
  std::atomic<std::uint32_t> state;  // RunState
  std::atomic<std::uint32_t> seen;  // Seen bits
  std::atomic<std::uint32_t> machine;
  std::uint32_t pid;
  std::atomic<std::uint64_t> progress;  // grows with steps: the explorer's watchdog looks at it
  std::uint64_t rewinds, rewind_pages, rewind_ns;  // totals, for benchmarks
  std::uint64_t runtime_bytes;  // resident memory of the runtime itself

  alignas(64) std::atomic<std::uint64_t> plan_head;  // explorer: bytes published
  std::atomic<std::uint32_t> plan_futex, explorer_sleeps;
  alignas(64) std::atomic<std::uint64_t> plan_tail;  // runtime: bytes consumed
  alignas(64) std::atomic<std::uint64_t> trace_head;  // runtime: units published
  std::atomic<std::uint32_t> trace_futex, runtime_sleeps;
  alignas(64) std::atomic<std::uint64_t> trace_tail;  // explorer: units consumed
  std::atomic<std::uint32_t> stop;  // explorer: give up the current batch after this run

  // Shared locations found so far: SharedSlots at shared_offset. The runtime appends what it finds (also a child under fork
  // isolation) and takes what is there at the start of a run; the explorer only keeps them from one process to the next, so
  // that fork and exec learn as rewind does. Addresses hold across processes only if machine has kNoAslr.
  std::uint64_t shared_offset, shared_slots;
  // Call sites of the program itself (not of its libraries) to be noticed: one byte each, by the number of their guard, 1 =
  // marked. Events of a thread that has one on its stack carry kMarked.
  std::uint64_t marks_offset, marks_count;
  std::atomic<std::uint64_t> shared_count;
};

struct SharedSlot {
  std::uint64_t address;  // a multiple of 8
  std::uint64_t mask;  // bit i: byte address + i
};
constexpr std::uint64_t kLentMemory = 1u << 8;  // of SharedSlot::mask: on a stack, used by another thread than its own
constexpr std::uint32_t kSleepsForOne = 1, kSleepsForAll = 2;  // ControlBlock::explorer_sleeps
// Sleeping: the explorer sets explorer_sleeps and waits on trace_futex (for the next run's end, or for the end of the last run
// of all published plans: then it is not woken before; if there is spinning, at half of them); the runtime sets
// runtime_sleeps and waits on
// plan_futex (no plan, or the trace ring is full). Who publishes something increments that futex word and wakes if the other
// side sleeps. The runtime publishes trace_head at the end of each run, and whenever the ring is half full.

// --- Plans ---------------------------------------------------------------------------------------------------------
// A plan in the ring: PlanHeader, `segments` Segments, `outcomes` OutcomeChoices, `racing` SharedSlots, `holds` Holds; `bytes` is
// a multiple of 8 and covers all.
// A plan never wraps: if it does not fit before the end of the ring, the writer puts a PlanHeader with id 0 (only `bytes`
// valid, at least 8 of them are always there) that fills the rest.

enum PlanFlags : std::uint8_t {
  kPlanStopOnFailure = 1u << 0,  // end the batch at the first run that does not pass
  kPlanSpurious = 1u << 1,  // condition waits may return spuriously (an outcome)
  kPlanStopAtPrefixEnd = 1u << 2,  // stop at the first scheduling point after the prefix: StateKey, Pending, Frame; save_as
  kPlanStateKey = 1u << 3,  // emit a StateKey there
  kPlanExit = 1u << 4,  // no run: end the process
  kPlanFrames = 1u << 5,  // emit Frame records at the end of every run, not only of failing ones
  kPlanFreeTime = 1u << 6,  // a sleep or timed wait may end at any moment: --time-model free
  kPlanPassMisuse = 1u << 7,  // unlocking what the thread does not hold does what libc does (UnlockOutcome), and ends no run
};
constexpr std::uint8_t kPlanModel =
    kPlanSpurious | kPlanFreeTime | kPlanPassMisuse;  // what the program may see: belongs to a schedule

struct PlanHeader {
  std::uint32_t bytes;
  std::uint32_t id;
  TailPolicy tail;
  Granularity granularity;
  std::uint8_t flags;
  std::uint8_t pct_depth;  // PCT: number of priority change points + 1
  std::uint32_t record;  // RecordClass mask
  std::uint64_t seed;  // of the first run; run i of the batch uses seed + i
  std::uint32_t runs;  // batch size, at least 1
  std::uint32_t pct_length;  // PCT: estimated number of points of a run
  std::uint64_t max_steps;  // scheduling points, 0 = none
  std::uint32_t segments;
  std::uint32_t outcomes;
  std::uint32_t start;  // 0 = rewind point, else a checkpoint id saved earlier in this process
  std::uint32_t save_as;  // with kPlanStopAtPrefixEnd: keep a checkpoint under this id (0 = none)
  std::uint32_t racing;  // locations that raced since the last plan: scheduling points from now on (kRacing)
  std::uint32_t holds;  // kGoal
};

constexpr std::uint32_t kUntilEnd = 0xffffffffu;  // until the thread has ended
constexpr std::uint32_t kUntilTail = 0;  // last segment only: switch to the thread, then the tail policy rules
// Run thread `tid` until its pending operation is number `until`, which is not executed; then go on with the next segment.
// If site or kind is given, the pending operation there must have them. A thread that can not run when its segment starts,
// ends before, or passes `until` without a scheduling point there, is a divergence. Operation `until` of a blocked thread is
// pending as well: every switch, voluntary or not, is a segment boundary.
struct Segment {
  std::uint16_t tid;
  EventKind kind;  // expected kind of operation `until`, kNone = any
  std::uint8_t reserved;
  std::uint32_t until;
  std::uint32_t site;  // expected site, 0 = any
  std::uint32_t reserved2;
};
static_assert(sizeof(Segment) == 16);

// A wish about two places of the program: whoever is about to execute `then` is held until somebody has executed `first`. A place
// is the site of an operation and the call site it was called from (Event::site, Event::caller). The hold is given up after
// kLongestHold points and 16 for each thread, or when nobody else can run.
struct Hold {
  std::uint32_t first_site, first_caller;
  std::uint32_t then_site, then_caller;
};
static_assert(sizeof(Hold) == 16);
constexpr std::uint32_t kLongestHold = 200, kMostHolds = 8;

// Operation `ordinal` of `tid` takes this outcome (valid in the whole run). Without one: the tail policy decides.
struct OutcomeChoice {
  std::uint16_t tid;
  std::uint8_t outcome;
  std::uint8_t reserved;
  std::uint32_t ordinal;
};
static_assert(sizeof(OutcomeChoice) == 8);

}  // namespace reweave::abi
