// One record of a trace, as the runtime writes it and everybody else reads it. 48 bytes, fixed, no pointers of ours.
//
// A run is: RunBegin, records, RunEnd. What the program did are events; each has an `ordinal`, its number among the events
// of its thread (starting at 1 with Begin), counted whether or not it was recorded and whether or not it was a scheduling
// point. A place in a run is therefore named by (thread, ordinal): it survives other record masks and other sharing.
// Only the classes Sync and Access are counted; a Call, Branch, Block, Loop or Alloc event carries the ordinal of the last
// counted event of its thread.
#pragma once

#include <cstdint>

namespace reweave::abi {

enum class EventKind : std::uint8_t {
  kNone = 0,
#define RW_EVENT(name, text, cls) k##name,
#include "abi/event_kinds.def"
  kFirstMeta = 128,
#define RW_META(name, text) k##name,
#include "abi/event_kinds.def"
};

// Record classes: what a plan can ask to be recorded.
enum RecordClass : std::uint32_t {
  kRecordSync = 1u << 0,
  kRecordAccess = 1u << 1,     // plain accesses to shared locations
  kRecordAllAccess = 1u << 2,  // every instrumented plain access
  kRecordCall = 1u << 3,
  kRecordBranch = 1u << 4,
  kRecordBlock = 1u << 5,
  kRecordLoop = 1u << 6,
  kRecordAlloc = 1u << 7,
};

// Site classes: each has its own guard section; a site id is unique over all modules and classes of a process.
enum class SiteClass : std::uint8_t { kAccess = 0, kCall, kBranch, kBlock, kLoop, kCount };

enum EventFlags : std::uint8_t {
  kPoint = 1u << 0,      // a scheduling point: the scheduler could have chosen another thread before it
  kAtomic = 1u << 1,     // atomic in the program's text
  kCasFailed = 1u << 2,  // compare-exchange that did not write
  kLibrary = 1u << 3,    // in system-header code: `caller` is the user call site
  kRange = 1u << 4,      // memcpy and friends: size may exceed 8, value is absent
  kNoValue = 1u << 5,    // value unknown (crashing access, size > 8)
  kTimed = 1u << 6,      // the operation has a time limit: it could have timed out where it did not
  kMarked = 1u << 7,     // a marked call site is on the thread's stack (ControlBlock::marks_offset)
};

struct Event {
  EventKind kind;
  std::uint8_t flags;
  std::uint16_t tid;      // creation order within the run; main is 0
  std::uint32_t site;     // 0 = unknown
  std::uint64_t obj;
  std::uint64_t value;
  std::uint64_t value2;
  std::uint16_t size;     // bytes accessed; 65535 = more (kRange: in value)
  std::uint8_t order;     // std::memory_order of atomics; high nibble: failure order
  std::uint8_t outcome;   // which outcome was taken where there are several
  std::uint32_t ordinal;
  std::uint32_t caller;   // innermost active call site of the thread that is not in a library function, 0 = none
  std::uint32_t ctx;      // hash of the whole active call-site stack, 0 = none or not recorded
};
static_assert(sizeof(Event) == 48, "trace format and ring arithmetic rely on it");

// --- How a run ended: RunEnd ---------------------------------------------------------------------------------------
enum class EndKind : std::uint8_t {
  kPass = 0,      // exit status 0
  kExit,          // non-zero exit status: value
  kAssert,        // assert(): message in Text
  kAbort,
  kException,     // uncaught: type name in Text
  kSignal,        // value = signal number, value2 = fault address
  kHeap,          // value = HeapError, value2 = address
  kDeadlock,      // no thread can ever run
  kLivelock,      // all runnable threads spin, nothing changes
  kTimeout,       // wall clock or step limit: value = 0 wall, 1 steps, 2 wall, waiting for the outside
  kDiverged,      // the plan could not be followed (a Diverged record precedes)
  kUnsupported,   // the program did what this isolation level cannot do (an Unsupported record precedes)
  kStopped,       // the plan asked to stop here (checkpoint taken)
  kNeedThreads,   // the pool of parked threads is too small: value = wanted. Restart with more
  kMemory,        // memory limit of the tested program: value = bytes
  kLost,          // the process is gone or damaged (written by the explorer, or a failed self-check)
  kBlocked,       // sleep-set blocked (written by strategies, never by the runtime)
  kMisuse,        // of a synchronisation object: value = SyncError, value2 = its address
};
constexpr EndKind kLastEndKind = EndKind::kMisuse;
enum class HeapError : std::uint8_t {
  kUseAfterFree = 1,
  kOutOfBlock,
  kDoubleFree,
  kBadFree,
  kUseAfterDestruction,  // a static object that its destructor has destroyed
  kUseAfterReturn,       // on a stack frame or a thread's stack that is gone
};
enum class SyncError : std::uint8_t {
  kDestroyed = 1,     // used after it was destroyed
  kDestroyedInUse,    // destroyed while a thread holds it or waits for it
  kInitialisedInUse,  // initialised again while a thread holds it or waits for it
  kNotHeld,           // unlocked by a thread that does not hold it
};
// Unlock, RwUnlock: outcome.
enum UnlockOutcome : std::uint8_t {
  kGivenBack = 0,
  kUnlockRefused,  // EPERM: an error-checking, recursive or robust mutex that the thread does not hold
  kUnlockNotHeld,  // given back all the same although the thread did not hold it (kPlanPassMisuse); misuse
};
// RunEnd: outcome = EndKind, tid = thread at fault, value/value2 as above, obj = number of steps executed (points),
// site = site of the failing operation (0 unknown), size = 0.

// Enabled: obj, value, value2 = words 3*ordinal .. of the mask of enabled threads; caller = number of words in all;
// flags bit0: this record carries the mask of threads that are enabled but passed over (yielded or spinning) instead, without
// those that only repeat themselves exactly; bit1: some of them spin.
// In force from the next event on; written only when it changed. Threads passed over are not in the enabled mask.
// A timed operation whose only outcome is the time-out is enabled; its Outcomes record says so.

// Diverged: tid = thread the plan wanted, ordinal = expected, caller = segment index, value = DivergedReason,
// value2 = (seen kind << 32 | seen ordinal), site = expected site, obj = seen site.
enum class DivergedReason : std::uint8_t {
  kNotEnabled = 1,
  kNoSuchThread,
  kEndedEarly,
  kPassedOrdinal,
  kOtherOperation,
  kNoSuchOutcome,
  kNeverEnds  // the thread repeats itself, and nobody else may run before it has ended
};

// State of libc that several functions share without saying so (HiddenState: value). Two threads that touch the same one may
// disturb each other where no hook sees it.
enum class Hidden : std::uint8_t {
  kEnvironment = 1,  // getenv, setenv, putenv, unsetenv, clearenv
  kTokens,           // strtok
  kTime,             // localtime, gmtime, asctime, ctime, tzset
  kRandom,           // rand, srand, drand48, ... (random takes a lock)
  kLocale,           // setlocale, localeconv
  kErrorText,        // strerror
  kUsers,            // getpwnam, getgrnam, ...
  kHosts,            // gethostbyname, ...
  kOptions,          // getopt
};
constexpr Hidden kLastHidden = Hidden::kOptions;

// kPassed: the message of a misuse that the run went on after (UnlockOutcome). It follows the operation, behind the Frame records
// of its thread, which have outcome 1 there. Only the first of a run has these.
enum class TextStream : std::uint8_t { kStdout = 1, kStderr = 2, kMessage = 3, kModule = 4, kName = 5, kPassed = 6 };

// The site id carries its class in the top three bits.
constexpr std::uint32_t kSiteClassShift = 29;
constexpr SiteClass ClassOfSite(std::uint32_t site) { return static_cast<SiteClass>(site >> kSiteClassShift); }

}  // namespace reweave::abi
