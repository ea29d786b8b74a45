// The runtime's state: see rt.h for what lives where.
#pragma once

#include <pthread.h>

#include "abi/annotations.h"
#include "abi/compact.h"
#include "abi/control.h"
#include "abi/event.h"
#include "abi/extras.h"
#include "abi/hooks.h"
#include "abi/misuse.h"
#include "abi/spinning.h"
#include "runtime/layout.h"
#include "runtime/pending.h"
#include "runtime/shared_files.h"

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

constexpr u32 kForcedPoint = 20000;  // accesses without a scheduling point: a plain spin loop on something not yet shared

struct Fiber;
struct TempName;  // temp_names.cc

enum class FiberState : u8 { kFree = 0, kLive, kDone };

struct SpinRead {
  u64 obj;
  u64 value;
  u32 site;
  u32 count;
  u64 local, near, writes;
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
  u32 forced_at;  // its ordinal from which on the next access is a scheduling point (kForcedPoint)
  u16 epoch;  // of the create/join clock: W->vc[tid][tid], 1 for threads beyond it
  u16 notes_as;  // the thread in notes of its accesses (access.cc): itself, or a signal handler; SetOuter
  Pending pend;
  void* (*fn)(void*);
  void *arg, *ret;
  uptr stack_low, stack_high;
  uptr lent_low, lent_high;  // what other threads touched of frames that have not returned; 0: nothing
  uptr returned_to, watched;  // highest stack pointer after a return; a return above this one is looked at
  u32 calls;  // depth of the shadow call stack
  u32 ignore;  // nested ignore regions (annotations)
  u64 wait_seq;  // order of arrival among waiters
  u64 path;  // hash of the creation path
  // spinning
  u64 spin_epoch;
  SpinRead spin[kSpinReads];
  u64 yield_epoch, yield_local, yield_near, yield_writes;  // at its last yield
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
  const Pending* outer;  // the wait that a running handler interrupted; SetOuter
  uptr alt_base;  // the program's sigaltstack
  u64 alt_bytes;
  u32 abort_calls;  // depth of the shadow call stack at abort() while its handler runs, 0: none does (abort.cc)
  CallEntry abort_call;
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
  TempName* temp_name;  // the call in progress makes a temporary file or directory
  u32 temp_names;  // how many it made
  bool io;  // its input or output was announced and is not recorded yet (descriptors.cc)
  u32 livelock_ordinal;  // when LivelockSearch kept its state
  u32 could_run;  // its ordinal when it could last go on, and W->effects then
  u64 could_run_epoch;
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

// An open descriptor, and who closed it last if it is not open.
struct Descriptor {
  u16 object;  // what is behind it: descriptors.cc; 0 = unknown
  u16 closer;  // tid + 1
  u16 epoch;   // of the closer, when it did
  bool shut;  // shutdown was called
  u16 locker;  // tid + 1 of the thread that has a lock (flock) by this descriptor
};
constexpr u32 kMaxDescriptors = 1024;

// A signal that is pending, with what it brings (signal_info.cc).
struct QueuedSignal {
  u16 target;  // tid + 1; 0: the process
  u8 sig;
  bool for_process;  // the thread was chosen to take it
  int code;
  u64 value;
};
constexpr u32 kMostQueued = 128;
struct SignalFd {
  long fd;  // + 1; 0 = unused
  u64 mask;
  bool ready;
};

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
  SharedFiles shared_files;
  char tmpnam[24];  // what tmpnam(NULL) returned
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
  bool started, ended;  // the rewind point was passed; the run is over
  bool misuse_passed;   // PassMisuse told of one
  u32 unjoined;  // threads created and not joined: the end of the process comes beside them
  u32 ending, failing;  // threads that are about to end the process; to end the run by a failure
  bool fails_here;  // the run must end on this stack: nobody else can run first
  u64 end_step;  // step at which the first of all these arrived
  u64 steps;
  u64 held_step;  // when a fiber was held last
  u32 gathered;  // Extras::gathered
  u64 effects;  // changes that other threads could see
  u64 effect_step, step_effects;  // step of the last effect; effects before the step that is being made
  u64 step_writes;  // plain writes of its thread before it
  u32 segment;  // of the plan's prefix; == segments: tail
  u32 fd_waiters;
  u64 rng, wait_seq;
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
  u32 robust_count, rr_next;
  u64 turn;  // steps that one thread has made in a row while others could run
  u64 pct_points[16];
  u32 pct_next;
  u64 pct_low;
  u32 holds_done;  // of the plan, by bit: goal.cc
  u32 holds_by_two;                 // of them, by bit: two threads have executed the first half
  u16 hold_doer[abi::kMostHolds];   // who executed it first
  u8 hold_passes[abi::kMostHolds];  // how often the second half was executed
  u32 hold_giver;                   // who did last what somebody was held for
  u16 slot_owner[kMaxSlots];  // tid + 1
  u64 slot_touched[kMaxSlots / 64];  // used since the rewind point
  u16 vc[kOrderedThreads][kOrderedThreads];  // create/join clocks
  Key keys[kMaxKeys];
  u32 keys_high;
  RobustHeld robust[kMaxRobust];
  Timer timers[kMaxTimers];
  u32 timer_count;  // ever made in this run, alarms included: most programs have none
  u64 alarm_deadline, alarm_interval;  // alarm, setitimer; 0: none
  u32 alarm_setter, for_processes;     // tid; the program made a lock for several processes
  u64 alarm_step, early_left;  // step when it was set or rang last; how long before its moment, while its handler runs
  u32 alarm_early, alarm_asked, told_child;  // how often early; points asked (alarms.cc); the last child that SIGCHLD told of
  SigAction actions[65];
  u64 sigpending;  // sent to the process, and every thread blocks it
  QueuedSignal queued[kMostQueued];
  u32 queued_count;
  SignalFd signal_fds[8];
  bool has_signal_fds;
  Descriptor descriptors[kMaxDescriptors];
  u64 io_key;  // of all calls that changed something in the kernel, in their order: it is part of the state
  bool handlers;  // the program installed one: the end of a thread is a point, where it can be taken for the last time
  Fiber fibers[kMaxThreads];
};
static_assert(sizeof(World) <= kWorldBytes);

struct Slot {
  u64 fs;
  pthread_t handle;
  uptr tls_low, stack_high;  // between them: TCB, TLS and the parked frame, restored before reuse
  void* sp;  // stack pointer of a fresh fiber
  u32 ready;  // futex word of the parking handshake
  uptr lent_low, lent_high;  // of the stack, in any run: what others touched when its first owner may have returned
};

struct Region {
  uptr begin, end;
};
constexpr u32 kMaxRegions = 512;
constexpr u32 kMaxForeign = 64, kMaxNoHooks = 128;

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

// What the hooks of plain accesses do with an access that was noted before: look at it again; nothing; record it.
enum class Hooks : u8 { kLook = 0, kPassOver, kRecord };
constexpr u32 kNoHigh = ~0u;

enum class Reason : u32 { kNone, kSnapshot, kRunEnded };

struct Real;  // libc's own functions: real.h

struct Rt {
  const void *time_result, *time_text;  // where gmtime and asctime put theirs (hidden.cc)
  void* const* streams;  // libc's list of them, if it shows it (quiet_exit.cc)
  bool controlled;
  bool resolved;  // Real is filled in
  bool capture;  // output is captured
  bool forked_child;
  bool end_wanted;  // SIGTERM came while files were being changed: see files::Changing
  u32 changing_files;
  u32 names;  // number of this process, for its temporary names
  int names_fd;
  long run_child;  // the process that runs the schedule, under fork isolation
  void (*make_ready)(void*);  // of the C++ library (at_thread_exit.cc)
  u8 selector;  // of Syscall User Dispatch: 1 = trap
  Hooks hooks;  // see UpdateFast
  u64 pass_header;  // of a cell that they pass over: its first 8 bytes, as HeaderOf
  uptr repeated;  // a read of 8 bytes there by the running fiber needs no look: ForgetRepeated
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
  abi::Unit* ring;
  abi::Unit *next, *stop;  // where the next unit goes; beyond `stop` MakeRoom comes first
  u64 ring_units, lap, published, tail_seen;  // lap: how many units were written when the ring began anew
  u32 chain;  // accesses in one unit (abi/compact.h): ordinal of the next one in the context in force; 0: a context comes first
  u32 high;  // the upper half of the addresses of wide ones; kNoHigh
  Event unread;  // the slot of events that nobody wants: on the way to the rewind point
  Event* fill;  // event whose new value is read when the runtime is entered next
  abi::PlanHeader* plan;  // copy of the plan in force
  abi::Segment* segments;
  abi::OutcomeChoice* outcomes;
  abi::Hold* holds;
  u8* plan_buffer;
  u64 plan_capacity;
  u64 seed;
  u32 runs_left;  // of the plan in force, after this one
  u64 runs_at_sleep;  // and of all plans, when the explorer was first seen to sleep
  abi::Spinning spinning;  // for a plan
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
  uptr spin_begin, spin_end;  // code of a library that waits in loops without calls (openmp.cc)
  u64 spin_place;  // where a thread was in it at the last tick
  u32 module_count;
  struct Foreign {
    uptr begin, end;
    char path[240];
  } foreign[kMaxForeign];  // libraries without hooks that may order threads
  u32 foreign_count;
  struct Range {
    uptr begin, end;
  } no_hooks[kMaxNoHooks];  // modules without hooks, libc and the like included
  u32 no_hooks_count;
  Range hooked[kMaxNoHooks];  // modules with hooks: objects that were linked into them may have none
  u32 hooked_count;
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
  u64 moved_fds[16], written_fds[16];  // of the base ones: offset changed, contents saved
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

}  // namespace reweave::rt
