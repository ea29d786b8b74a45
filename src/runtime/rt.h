// The runtime's state and its inner interface.
//
// All threads of the program run as fibers on one kernel thread; the controller runs on that thread's original stack. Exactly
// one of them executes at any time, so nothing here is locked and nothing is atomic.
//
//   World  state of the run: fibers, clock, what is open. Lives in tracked memory: rewinding and checkpoints restore it
//          together with the program.
//   Rt     state of the process: rings, image, machine. Lives in a page-aligned section of its own that is never restored.
//
// Rules for code in this folder: no constructors, exceptions (but see primitives that call user code), RTTI, TLS (but for native
// coverage), errno or stack protector; system calls only through Sys(), which lies in the section that Syscall User Dispatch lets
// through.
#pragma once

#include <pthread.h>

#include "abi/annotations.h"
#include "abi/control.h"
#include "abi/event.h"
#include "abi/extras.h"
#include "abi/hooks.h"
#include "runtime/layout.h"

// Weak: a program that defines one of these names itself (tinycthread has tss_get, thrd_sleep) links, and its definition counts.
#define RW_EXPORT extern "C" __attribute__((visibility("default"), weak))
#define RW_LIKELY(x) __builtin_expect(!!(x), 1)
#define RW_UNLIKELY(x) __builtin_expect(!!(x), 0)

// The runtime's code has a section of its own: frames.cc tells its frames from the program's by it.
#ifdef __clang__
#pragma clang section text = "reweave_text"
#endif

namespace reweave::rt {

using abi::EndKind;
using abi::Event;
using abi::EventKind;

constexpr u32 kMaxThreads = 4096;  // created in one run
constexpr u32 kMaskWords = kMaxThreads / 64;
constexpr u32 kOrderedThreads = 64;  // threads whose create/join order is known exactly
constexpr u32 kMaxKeys = 1024;
constexpr u32 kKeyBase = 0x1000;  // our pthread keys start here; smaller ones are libc's
constexpr u32 kNoThread = 0xffff;

struct Fiber;

// What a fiber is about to do. `ready` says whether it can: null = always. A timed operation that is not ready can still be
// chosen and then times out.
struct Pending {
  EventKind kind;
  u8 flags;  // EventFlags for the event
  bool timed;
  bool fd;  // readiness depends on the kernel: asked again before giving up
  u8 interrupts;  // what a signal handler does to the wait: Interrupts
  u32 site;
  u64 obj;
  u64 obj2;  // a second object whose change may make it ready (mutex of a condition wait)
  bool (*ready)(const Fiber*);
  u64 arg;
  u64 deadline;  // virtual ns, for timed operations
  bool many = false;  // of several descriptors: arg is a PollCall
};

// poll, select, epoll_wait with its arguments.
struct PollCall {
  long nr, a, b, c, d, e;
};

// A wait that a handler interrupted goes on, ends with EINTR unless the handler was installed with SA_RESTART, or ends always.
enum Interrupts : u8 { kGoesOn = 0, kUnlessRestarted, kAlways };

enum class FiberState : u8 { kFree = 0, kLive, kDone };

struct SpinRead {
  u64 obj;
  u64 value;
  u32 site;
  u32 count;
  u64 local, writes;
};
constexpr u32 kSpinReads = 8;

struct CallEntry {
  uptr sp;
  u32 site, ctx;
  u32 user;  // this or the nearest call below it that is not made by a library function
  u32 marked;  // how many marked call sites are on the stack up to here
};

struct Fiber {
  void* sp;  // saved stack pointer while switched away
  u64 fs;  // thread pointer
  FiberState state;
  bool detached, joined, joining;
  bool exiting;  // runs its end: destructors
  bool woken;  // condition variable, futex: somebody woke it
  u8 wake_result;
  bool held;  // on the way to the rewind point: waits for others at the change
  u16 tid, parent;
  u16 slot;
  u32 children;  // created so far
  u32 nth;  // it is the nth child of its parent
  u32 ordinal;  // of the last event
  u32 point_ordinal;  // of the last scheduling point
  u16 epoch;  // of the create/join clock: W->vc[tid][tid], 1 for threads beyond it
  Pending pend;
  void* (*fn)(void*);
  void* arg;
  void* ret;
  uptr stack_low, stack_high;
  u32 calls;  // depth of the shadow call stack
  u32 ignore;  // nested ignore regions (annotations)
  u64 wait_seq;  // order of arrival among waiters
  u64 path;  // hash of the creation path
  // spinning
  u64 spin_epoch;
  SpinRead spin[kSpinReads];
  u64 yield_epoch, yield_local, yield_writes;  // at its last yield
  u64 late_epoch;  // effects when a time limit of it ran out last, and where
  u32 late_site, late_row;
  u64 writes;  // to memory, and readings of clocks and the like: a loop that makes none may repeat itself
  // cancellation
  u8 cancel_state, cancel_type, cancel_pending, cancel_in_progress;
  void* cleanup;  // chain of C cleanup buffers
  u32 keys_used;  // highest key index with a value + 1
  u64 sigmask, sigpending;
  u8 sig_later;  // points at which a pending signal was not taken
  bool interrupted;  // the last operation was ended by a signal handler
  const Pending* outer;  // the wait that a running handler interrupted
  uptr alt_base;  // the program's sigaltstack
  u64 alt_bytes;
  u64 priority;  // PCT, POS
  u64 held_since;  // goal.cc: step at which it came to its point
  u32 goal_caller;  // and the call site it was called from
  bool hold_over;  // its hold was given up
  // time: timing.cc
  u64 time_begin, time_step;  // clock and step at which the timed operation began
  u32 reading_row;  // readings of a clock since it last waited
  u64 row_begin, reading_step;
  u64 foreign;  // by bit: libraries without hooks that it was in (foreign.cc)
  bool modelled;  // NoteModelled was called
  u32 hidden;  // state of libc it touched (hidden.cc)
  u32 livelock_ordinal;  // when LivelockSearch kept its state
};

struct LivelockSearch {
  u64 effects;  // W->effects of what follows
  u64 state;  // kept
  u64 memory[2];  // at the last time the threads were in it again
  u64 age, keep;  // for how many looks it is kept
  u32 memory_keys;
  u32 reserved;
  u64 unknown;
};

struct SigAction {
  void* handler;
  u64 flags;
  u64 mask;
};

struct Timer {
  long fd;
  int clock;
  u64 deadline, interval;
};  // fd + 1, 0 = free
constexpr u32 kMaxTimers = 32;

struct Key {
  bool used;
  void (*destructor)(void*);
};
struct RobustHeld {
  pthread_mutex_t* mutex;
  u16 tid;
};
constexpr u32 kMaxRobust = 256;

struct World {
  u32 cur;  // running thread
  Fiber* current;  // the same
  u32 threads;  // created so far, main included
  u32 live;  // not ended
  u32 words;  // mask words in use
  u64 enabled[kMaskWords];  // may run
  u64 passed[kMaskWords];  // yielded: not before another made a step
  u64 spinning[kMaskWords];  // spins: not before something changed
  u64 stutters[kMaskWords];  // of those: repeats itself exactly, so running it on shows nothing new
  bool any_passed, any_spinning;
  bool started;  // the rewind point was passed
  bool ended;
  u32 unjoined;  // threads created and not joined: the end of the process comes beside them
  u32 ending;  // threads that are about to end the process
  u64 end_step;  // step at which the first of them arrived
  u64 steps;
  u64 held_step;  // when a fiber was held last
  u32 gathered;  // Extras::gathered
  u64 effects;  // changes that other threads could see
  u64 effect_step;  // step of the last effect
  u32 segment;  // of the plan's prefix; == segments: tail
  u32 fd_waiters;
  u64 rng;
  u64 wait_seq;
  u64 clock_ns;  // virtual time since start
  u64 passed_ns;  // up to here time passed by itself: who waited until then is due
  u64 timed[kMaskWords];  // in an operation that can end by time
  u32 timed_count;
  u64 time_moves;  // since the last effect
  LivelockSearch livelock;
  u64 random;  // state of the program's random numbers
  u64 heap_used, large_used, mapped;
  u64 next_mapping;  // address for the next real mapping made in a run
  u32 output_bytes, output_dropped;
  u32 robust_count;
  u32 rr_next;
  u64 turn;  // steps that one thread has made in a row while others could run
  u64 pct_points[16];
  u32 pct_next;
  u64 pct_low;
  u32 holds_done;  // of the plan, by bit: goal.cc
  u16 slot_owner[kMaxSlots];  // tid + 1
  u64 slot_touched[kMaxSlots / 64];  // used since the rewind point
  u16 vc[kOrderedThreads][kOrderedThreads];  // create/join clocks
  Key keys[kMaxKeys];
  u32 keys_high;
  RobustHeld robust[kMaxRobust];
  Timer timers[kMaxTimers];
  u32 timer_count;  // ever made in this run: most programs have none
  SigAction actions[65];
  u64 sigpending;  // sent to the process, and every thread blocks it
  bool handlers;  // the program installed one: the end of a thread is a point, where it can be taken for the last time
  Fiber fibers[kMaxThreads];
};
static_assert(sizeof(World) <= kWorldBytes);

struct Slot {
  u64 fs;
  pthread_t handle;
  uptr tls_low;  // [tls_low, stack_high) holds TCB, TLS and the parked frame: restored before reuse
  uptr stack_high;
  void* sp;  // stack pointer of a fresh fiber
  u32 ready;  // futex word of the parking handshake
};

struct Region {
  uptr begin, end;
};
constexpr u32 kMaxRegions = 512;
constexpr u32 kMaxForeign = 64;

// Pages written since the rewind point in some run, and whose they are: a slot's, or everybody's.
struct DirtyRange {
  uptr begin, end;
  u32 slot;
};
constexpr u32 kMaxDirty = 2048, kEverybodys = 0xffffffff;

struct Checkpoint {
  u32 id;
  u32 pages;
  uptr* address;
  u8* data;
};

// How to leave a frame of the runtime: frames.cc.
struct FrameRule {
  u64 pc;
  bool good, by_rbp;
  i32 cfa;
  i32 saved[6];
};
constexpr u32 kFrameRules = 1021;
struct Registers {
  u64 callee_saved[6];
  u64 sp, pc;
};  // rbx rbp r12 r13 r14 r15

enum class Reason : u32 { kNone, kSnapshot, kRunEnded };

struct Real;  // libc's own functions: real.h

struct Rt {
  bool controlled;
  bool resolved;  // Real is filled in
  bool capture;  // output is captured
  bool forked_child;
  u8 selector;  // of Syscall User Dispatch: 1 = trap
  bool let_through;  // a spawn is under way: calls go to the kernel until Rearm
  bool fast;  // accesses that were noted before need no second look: see UpdateFast
  Reason reason;
  void* controller_sp;
  u64 controller_fs;
  u32 stamp;  // number of the run, for shadow cells
  u32 record;  // RecordClass of the current run
  bool noted;  // the access whose block is looked at was noted and recorded
  u32 probed;  // private accesses recorded by the probing run
  u32 machine;
  u32 pool;
  abi::Granularity granularity;
  abi::TailPolicy tail;

  // rings
  abi::ControlBlock* control;
  Event* ring;
  u64 ring_slots, head, published, tail_seen;
  u64 head_slot;  // head % ring_slots
  Event unread;  // the slot of events that nobody wants: on the way to the rewind point
  Event* fill;  // event whose new value is read when the runtime is entered next
  abi::PlanHeader* plan;  // copy of the plan in force
  abi::Segment* segments;
  abi::OutcomeChoice* outcomes;
  abi::Hold* holds;
  u8* plan_buffer;
  u64 plan_capacity;
  u64 seed;
  u64 cand[kMaskWords];  // who could be chosen at the last point
  u64 over[kMaskWords];  // who could not, having yielded or spinning, although something new might come of it
  u64 early[kMaskWords];  // enabled, but not before their time: timing.cc
  u64 last_mask[kMaskWords], last_passed[kMaskWords];
  u32 last_words;
  bool last_spins;

  const u8* unwind_table;  // .eh_frame_hdr of the executable
  FrameRule frame_rules[kFrameRules];

  // modules
  struct Module {
    abi::ModuleSections sections;
    u32 base[5];
    bool announced;
    bool in_run;  // opened after the rewind point: gone when the run is over
    bool closed_in_run;  // and the other way round: back then
  } modules[64];
  u32 module_count;
  struct Foreign {
    uptr begin, end;
    char path[240];
  } foreign[kMaxForeign];  // libraries without hooks that may order threads
  u32 foreign_count;
  u32 next_site[5];
  const u8* marks;  // of the program's call sites, null = none
  u32 marks_base, marks_count;
  u64 mark_next, mark_every;  // steps: the next marked call is noted from there on

  abi::Extras* extras;  // of the control memory, or zeros
  abi::Extras no_extras;
  bool on_the_way;  // to the rewind point, which is not the first thread's creation
  u64 base_steps;  // steps at the rewind point

  // memory
  int uffd, pagemap;
  bool snapshot_taken, taking_snapshot;
  Region regions[kMaxRegions];
  u32 region_count;
  Region shared_regions[64];
  u32 shared_region_count;
  u64 heap_high[kMaxSlots];  // bytes of each slot's heap ever used
  u64 large_high;
  u32 threads_high;  // most threads a run ever had
  Checkpoint checkpoints[4096];
  u32 checkpoint_count;
  u64 rewinds_since_protect;
  DirtyRange dirty[kMaxDirty];
  u32 dirty_count;
  bool dirty_known;  // the list is complete, but for pages whose first write came after the reading of `faults`
  bool faults_tell;  // this kernel counts the fault of such a write
  u64 faults;

  Slot slots[kMaxSlots];
  u8* alt_stack;
  u32 pid;
  u64 inherited_fds[16];  // open when the process began
  bool waits_outside;  // for somebody who is not a thread of the program
  u64 base_fds[16];  // open at the rewind point (numbers below 1024)
  u64 run_fds[16];  // opened since
  u64 moved_fds[16];  // of the base ones: offset changed
  u64 written_fds[16];  // of the base ones: contents saved
  bool files_ready;
  char base_directory[4096];  // the working directory at the rewind point
  long base_offset[1024];
  short saved_fd[1024];  // base descriptor that was closed: its duplicate + 1
  struct {
    uptr at;
    u64 bytes;
    u8 what;
  } mappings[1024];  // made since the rewind point
  u32 mapping_count;
  u32 children;  // processes of the program not yet waited for
  u32 child_pids[abi::kMostChildren];  // of those made before the first thread, by the number of their fork
  abi::Child* as_child;  // in a child of the program that runs by itself: where it says what it does
  u64 shared_known;  // entries of the control block's list already taken over
  char** argv;
  int argc;
  int (*user_main)(int, char**, char**);
  void* start_arguments[6];
};

extern Rt g_rt;
inline World* const kWorld = reinterpret_cast<World*>(kWorldAddress);
#define W (::reweave::rt::kWorld)

inline bool Controlled() { return g_rt.controlled; }
inline Fiber* Cur() { return W->current; }
inline bool Bit(const u64* m, u32 i) { return m[i / 64] >> (i % 64) & 1; }
inline void SetBit(u64* m, u32 i) { m[i / 64] |= 1ull << (i % 64); }
inline void ClearBit(u64* m, u32 i) { m[i / 64] &= ~(1ull << (i % 64)); }

// --- sys.cc: system calls from the allowed section --------------------------------------------------------------------
long Sys(long nr, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0);
[[noreturn]] void Die(const char* what, long value = 0);  // our own fault: message to fd 2, end of the process
u64 RealNow();  // nanoseconds, monotonic, real

// --- fiber.cc ---------------------------------------------------------------------------------------------------------
void SwitchTo(Fiber* to);  // from the running fiber
void SwitchToController(Reason reason);  // returns when the fiber is resumed
void ResumeFromController(Fiber* to);  // returns when a fiber switches to the controller
void MakePool(u32 count);
void PrepareFiber(Fiber* f, u32 slot);  // fresh stack frame; the fiber starts in FiberMain
[[noreturn]] void FiberMain();  // primitives/thread.cc
void StartMain();  // start.cc: libc's start, on fiber 0

// --- frames.cc --------------------------------------------------------------------------------------------------------
bool ProgramRegisters(const Fiber* f, Registers* out);  // of a fiber that was switched away, at its innermost program frame
u64 LocalKey(const Fiber* f);  // of the running fiber: registers and stack of the program; 0: not known

// --- sched.cc ---------------------------------------------------------------------------------------------------------
// A scheduling point: announces what the running fiber is about to do, lets the plan choose who runs, and returns when this
// fiber is chosen and its operation can happen. `ordinal` is counted here.
void Point(const Pending& p);
void Chosen(Fiber* f);  // what Point does when the fiber is chosen; for a fiber's first step
// Same, for operations that are not scheduling points: counts the ordinal only.
inline u32 NextOrdinal(Fiber* f) { return ++f->ordinal; }
void Touch(u64 obj);  // the state of obj changed: re-evaluate who waits for it
void TouchFds();
void Effect();  // something changed that spinning threads may see
void NoteRead(Fiber* f, u32 site, u64 obj, u64 value);  // for spin detection
void SetEnabled(Fiber* f, bool on);
void Yielded(Fiber* f);
// Chooses among the outcomes in mask (bit i = outcome i); `usual` is taken where the policy has no opinion.
u32 ChooseOutcome(u32 mask, u32 usual);
[[noreturn]] void ThreadDone();  // the running fiber has ended: never returns
void StartRun();  // called by the controller after the start state is in place
u64 Random64();  // of the schedule
void SetPriority(Fiber* f);

void HoldHere();  // on the way to the rewind point: the running fiber waits until nobody else can go on
inline u64 RunSteps() { return W->steps - g_rt.base_steps; }  // since the rewind point

// --- record.cc --------------------------------------------------------------------------------------------------------
Event* Record(EventKind kind, Fiber* f);  // filled with tid, ordinal, call site; a slot even if nobody reads it
Event* RecordPending(Fiber* f);  // the pending operation, now executed
Event* RecordMeta(EventKind kind);
void RecordText(abi::TextStream stream, const char* text, u64 n);
void FlushFill();
void RecordEnabled();
void Publish(bool wake);
bool Recording(u32 cls);
u32 UserCallSite(const Fiber* f);
bool OnMarkedStack(const Fiber* f);
u32 CallSite(const Fiber* f, u32 up = 0);  // call site `up` levels above the innermost
u32 CallContext(const Fiber* f);

// --- modules.cc ---------------------------------------------------------------------------------------------------------
void SwitchOnModules();
const char* ModulePath(const void* address);  // of the file that holds it; empty for the program itself
void SwitchClasses();
void ForgetOpened();  // after a run

// --- foreign.cc -------------------------------------------------------------------------------------------------------
void ListForeign();  // the libraries there are now
void NoteModelled(const char* name);
void NoteForeign(Fiber* f, const void* address);  // the fiber was in the library that holds the address, if it is one of them

// --- end.cc: how runs end ---------------------------------------------------------------------------------------------
[[noreturn]] void EndRun(EndKind kind, u64 value = 0, u64 value2 = 0, const char* message = nullptr, u32 site = 0);
[[noreturn]] void EndUnsupported(const char* what, long nr);
void RecordPendings();  // what each thread is about to do
void Note(u32 seen_bit);  // abi::Seen
// The process is about to end: threads that nobody joined may run on here. `last`: nothing of the program comes after it.
void EndPoint(bool last, int status);
[[noreturn]] void EndProcess(int status);

// --- memory.cc --------------------------------------------------------------------------------------------------------
void ReserveArena();
void TakeSnapshot();
void RestoreSnapshot();
void SaveShared();  // writable mappings that others may see, older than the first thread
void RestoreShared();
bool SaveCheckpoint(u32 id);
bool ApplyCheckpoint(u32 id);  // on top of the rewind point
void DropCheckpoints();
void VisitDirty(void (*visit)(void*, uptr, uptr), void* argument);  // pages written since the rewind point
void StateKey(u64 out[2]);  // state_key.cc
void MemoryKey(u64 out[2]);  // without the threads
u64 ThreadKey(const Fiber* f);  // of a fiber that was switched away: registers and stack of the program; 0: not known

// --- heap.cc ----------------------------------------------------------------------------------------------------------
void InitHeap(u32 slot);
void* HeapAlloc(u64 size, u64 align, bool zero);
void HeapFree(void* p);
u64 HeapSize(void* p);
bool HeapOwns(const void* p);
void CheckHeapSlow(uptr a, u64 n, u32 site, bool write);
// Ends the run on a bad access to the heap.
inline void CheckHeap(uptr a, u64 n, u32 site, bool write) {
  if (RW_LIKELY(InSlotHeap(a) && (a & 15) + n <= 16)) {
    u8 live = *reinterpret_cast<u8*>(HeapShadowOf(a));
    if (RW_LIKELY(live <= 16 && live >= (a & 15) + n)) return;
  }
  CheckHeapSlow(a, n, site, write);
}
uptr MapLarge(u64 bytes);

// --- liveness.cc ------------------------------------------------------------------------------------------------------
void CheckObjectLive(const Pending& p, bool chosen = false);  // of an operation that is about to be done
void CheckNobodyUses(uptr a, u64 n);  // a block is about to be freed
bool AnybodyWaits(const void* object);  // another thread, for a mutex, condition variable, semaphore, ...
void Misuse(abi::SyncError error, const void* object, const char* message);  // ends the run, but not before the first thread
void MisuseHere(abi::SyncError error, const void* object, const char* message);  // after Point, before RecordPending
void LifePoint(const void* object);  // it is about to be initialised or destroyed

// --- access.cc -----------------------------------------------------------------------------------------------------------
void UpdateFast();  // after a change of anything it depends on
void LearnShared();
void LearnRacing(const abi::SharedSlot* slots, u32 count);
void FreePoint(uptr a, u64 n, u32 site);  // freeing counts as writing the whole block: before it is done
void NoteFreed(uptr a, u64 n);  // and when it is
void NoteLate(uptr a, u64 n, u32 site, bool write);  // of a block that is gone

// --- journal.cc, syscalls.cc, signals.cc, vtime.cc ----------------------------------------------------------------------
long Emulate(long nr, long a, long b, long c, long d, long e, long f);  // a system call of the program
long FdCall(long nr, long a, long b, long c, long d, long e, long f, bool* handled);
long MemoryCall(long nr, long a, long b, long c, long d, long e, long f, bool* handled);
long SignalCall(long nr, long a, long b, long c, long d, bool* handled);
long FutexCall(long a, long b, long c, long d, long e, long f);
long SleepCall(u64 ns);
void YieldCall();
void JournalReset();
void JournalUndo();
void JournalOffsets();
void NoteOldFds();  // old_fds.cc
bool IsPutBack(long fd);
bool ClosesOldFd(long fd);  // false: it cannot be closed and put back
void PutOldFdsBack();
void ArmDispatch();
void Rearm();
void NeedsExec(long nr);  // there are child processes, which no rewind puts back
void InstallSignals();
void DeliverPending(Fiber* f);
void BeforeInterruptible();
inline u64 DueSignals(const Fiber* f) { return f->sigpending & ~f->sigmask; }
// The fiber was chosen and a signal is due: takes it or leaves it for later, as the plan says. True: a handler ran.
bool TakeSignal(Fiber* f, bool must);
u64 VirtualNow(int clock);
void AdvanceTo(u64 ns);
u64 ProgramRandom();
long TimerCall(long nr, long a, long b, long c, long d);
void FireTimers();
u64 FirstTimer();  // its deadline; ~0: there is none
void ForgetTimer(long fd);

// --- files.cc: what a run changes in files is put back -----------------------------------------------------------------
void FilesBegin();
void NoteDirectory();
void ReturnToDirectory();
void FilesUndo();  // what the run changed
void FilesEnd();  // and what the program created before it
void FileWritten(long fd);
long FileOpen(long dirfd, long path, long flags, long mode);
long FileBind(long fd, const struct sockaddr* address, long length);
long FileCall(long nr, long a, long b, long c, long d, long e, bool* handled);

// --- outside.cc, livelock.cc -------------------------------------------------------------------------------------------
void NoteInherited();
bool ChildRuns();
bool PollFds(bool block);
bool WaitOutside();
bool OutsideActsFirst(u64 ns);
bool Livelocked();

// --- timing.cc: when waiting for time is over ------------------------------------------------------------------------
void BeginTimed(Fiber* f);
void EndTimed(Fiber* f);
bool IsEarly(const Fiber* f);
void LeaveOutEarly();
u64 FirstDeadline();  // of a thread or timer that waits for time; ~0: nobody does
void PassTime();
Fiber* Overtaking();
void NoteEarly(const Fiber* f);
u64 ClockStep();
inline bool FreeTime() { return g_rt.plan->flags & abi::kPlanFreeTime; }

// --- primitives (each: its file under primitives/)
// -------------------------------------------------------------------------------------------------------
void FutexWakeAll(uptr address);
void ReleaseRobust(Fiber* f);
void RunKeyDestructors(Fiber* f);
void CancelPoint();
void RewindPoint();  // reached: everything before it happens once
void SayThatChildHasThreads();
Fiber* FiberOf(pthread_t t);
int LockMutex(pthread_mutex_t* m);
int UnlockMutex(pthread_mutex_t* m);
bool MutexFree(const pthread_mutex_t* m);
int CheckHeld(pthread_mutex_t* m);  // by the running fiber: 0 or the error that its type asks for
void TakeMutex(Fiber* f, pthread_mutex_t* m);
u32 Gettid(const Fiber* f);
// The pending operation of a call into the runtime: site and caller come from the shadow call stack.
inline Pending Op(EventKind kind, const void* obj, bool (*ready)(const Fiber*) = nullptr) {
  return {kind, 0, false, false, 0, CallSite(Cur()), reinterpret_cast<u64>(obj), 0, ready, 0, 0};
}
// Virtual time of an absolute deadline of the given clock.
u64 Deadline(int clock, const timespec* t);
bool ValidTime(const timespec* t);
// Makes a timed operation return by time-out: the clock moves on to its deadline.
void TimedOut(Fiber* f);

}  // namespace reweave::rt
