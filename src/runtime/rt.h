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

#include <signal.h>
#include <sys/time.h>

#include "abi/suspicion.h"
#include "runtime/state.h"

namespace reweave::rt {

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
// Of the running fiber: registers and stack of the program; 0: not known. With `near`, the key of the registers and of the
// innermost part of the stack at the last look (0: none): if that part differs, the rest of a deep stack is not read, and the
// answer is 0.
u64 LocalKey(const Fiber* f, u64* near = nullptr);

// --- choose.cc --------------------------------------------------------------------------------------------------------
// Whether another thread could go on now that could not when the step that `cur` makes was chosen, or, if the step had an effect,
// any other thread.
bool OthersMayNoticeStep(const Fiber* cur, bool effect);
Fiber* Choose(Fiber* cur);  // who makes the next step; ends the run if nobody can
[[noreturn]] void Diverge(abi::DivergedReason why, const abi::Segment& s, const Fiber* seen);
bool TimeoutOnly(const Fiber* f);  // could run, but only to time out or to return spuriously
bool IsPutOff(const Fiber* f);  // random policies let the others go first: it could only time out, or ends the process

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
// Chooses among the outcomes in mask (bit i = outcome i); `usual` is taken where the policy has no opinion. A random one has an
// opinion in one of `rarely` draws.
u32 ChooseOutcome(u32 mask, u32 usual);
u32 ChooseOutcome(u32 mask, u32 usual, u32 rarely);
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
void MakeRoom();  // for a record, or an access with what comes before it
inline u64 Head() { return g_rt.lap + static_cast<u64>(g_rt.next - g_rt.ring); }
void SetHead(u64 head);  // another process has written meanwhile
// The next plain access needs a context: what is in force may not hold for it.
inline void BreakChain() { g_rt.chain = 0; }
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
void TakesTurns(void* object, u32 site, bool always);  // on what a library locks (access.cc)
enum class List : u8 { kAtExit, kAtQuickExit, kAtFork, kKeys };
void TouchList(List list);  // a call adds to it or takes away (registries.cc)
void SuspectedAccess(uptr a, u64 n, u32 site, bool write, abi::Suspicion suspicion);  // by code without hooks (access.cc)
enum class Code { kHooks, kSystem, kNoHooks };  // a function: with hooks; of libc and the like; of another library or object
Code CodeOf(const void* function);
void CallWithoutHooks(const void* function, const void* argument, u32 site);  // does nothing if it has hooks (hidden.cc)
void FileMapped(uptr at, u64 bytes, long prot, long fd, long offset);  // shared (shared_files.cc)
void FileUnmapped(uptr at, u64 bytes);
uptr FirstAddress(uptr a);
// Of memory that is mapped twice, the address that stands for both.
inline uptr OneAddress(uptr a) { return RW_LIKELY(!W->shared_files.twice) ? a : FirstAddress(a); }
template <typename T>
T* OneAddress(T* p) {
  return g_rt.controlled ? reinterpret_cast<T*>(OneAddress(reinterpret_cast<uptr>(p))) : p;
}
void NoteTriedOnce(u32 site);  // a compare-exchange that may fail without a reason (hidden.cc)
void NamesBegin();
bool AnotherTempName(const char* path);  // in place, if the call with this path makes a temporary file (temp_names.cc)
bool InRuntime(uptr pc);  // the runtime's own code (frames.cc)
void NoteFileMapped();  // the running thread can write a file through memory (hidden.cc)
void FindResults();  // before the program begins (hidden.cc)
void NoteIdentityAsked();  // the running thread asked who it is (hidden.cc)
void NoteForeign(Fiber* f, const void* address);  // the fiber was in the library that holds the address, if it is one of them

// --- end.cc: how runs end ---------------------------------------------------------------------------------------------
[[noreturn]] void EndRun(EndKind kind, u64 value = 0, u64 value2 = 0, const char* message = nullptr, u32 site = 0);
// Before a failure: others may run first, if that can make a difference. By EndRun.
void FailurePoint();
bool OthersComeBeforeFailure();
void FailByFault(int sig, uptr at, void* context);  // faults.cc; in the handler. It returns if the run ends after it
[[noreturn]] void EndUnsupported(const char* what, long nr);
void RecordPendings();  // what each thread is about to do
void Note(u32 seen_bit);  // abi::Seen
// The process is about to end: threads that nobody joined may run on here. `last`: nothing of the program comes after it.
bool NoneBesideEnd();  // no thread that could run on, and no handler
void EndPoint(bool last, int status);
[[noreturn]] void EndProcess(int status);
void RememberCall(Fiber* f);  // the innermost call is abort(), and its handler runs now
u32 AbortSite(const Fiber* f);  // where that abort() is if its handler still runs, else 0
void EndQuietly();  // before libc starts: makes ends cheap that nobody could tell from the usual ones

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
void HeapFree(void* p);  // the two that follow
void AnnounceFree(void* p);
void GiveBack(void* p);
void RecordHeapBlock(uptr a);
u64 HeapSize(void* p);
bool HeapOwns(const void* p);
bool HeapBlockAt(const void* p, u64* size);  // whether a live block of HeapOwns begins there
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
void CheckThreadLives(uptr a, u64 n, u32 site, bool write);  // whose stack or thread-local variables are accessed
void FramesGone(Fiber* f, uptr sp, u32 site);  // after a call, if other threads touched what is below sp
void LearnLent(uptr a);  // another run has shown that threads touch this place on a stack of others
void WatchReturns(Fiber* f);  // of a new fiber, or before a run
void CheckNobodyUses(uptr a, u64 n);  // a block is about to be freed
bool AnybodyWaits(const void* object);  // another thread, for a mutex, condition variable, semaphore, ...
void Misuse(abi::SyncError error, const void* object, const char* message);  // ends the run, but not before the first thread
void PassMisuse(const char* message);  // after the operation: the run goes on, and what would have ended it is recorded
inline bool PassesMisuse() { return g_rt.plan->flags & abi::kPlanPassMisuse; }
void MisuseHere(abi::SyncError error, const void* object, const char* message);  // after Point, before RecordPending
void LifePoint(const void* object);  // it is about to be initialised or destroyed

// --- access.cc -----------------------------------------------------------------------------------------------------------
constexpr u16 kInHandler = 0x4000;  // of notes_as: a signal handler, which nothing orders with the thread it interrupted
// The last read of 8 bytes that needed no look (Rt::repeated) may need one now: notes of accesses have changed, or what they are
// compared with: the running fiber, its clock, what the hooks are to do.
inline void ForgetRepeated() { g_rt.repeated = ~uptr{0}; }
inline void SetEpoch(Fiber* f, u16 epoch) {
  f->epoch = epoch;
  ForgetRepeated();
}
inline void SetOuter(Fiber* f, const Pending* outer) {
  ForgetRepeated();
  f->outer = outer;
  f->notes_as = outer ? f->tid | kInHandler : f->tid;
}
void UpdateFast();  // after a change of anything it depends on
void StopPassing();  // until then
void LearnShared();
void LearnRacing(const abi::SharedSlot* slots, u32 count);
void GonePoint(uptr a, u64 n, u32 site);  // of memory that is gone, or about to; not counted
void NoteUse(uptr a, u64 n);  // of an object of synchronisation: for a return that gives it up
void ShareLent(uptr a, u64 n);  // from the next run on, a return that leaves it is a step
void FreePoint(uptr a, u64 n, u32 site);  // freeing counts as writing the whole block: before it is done
void NoteFreed(uptr a, u64 n);  // and when it is
void NoteLate(uptr a, u64 n, u32 site, bool write);  // of a block that is gone

// --- journal.cc, syscalls.cc, signals.cc, vtime.cc ----------------------------------------------------------------------
long Emulate(long nr, long a, long b, long c, long d, long e, long f);  // a system call of the program
long FdCall(long nr, long a, long b, long c, long d, long e, long f, bool* handled);
long PathCall(long nr, long a, long b, long c, long d, long e, bool* handled);
long MemoryCall(long nr, long a, long b, long c, long d, long e, long f, bool* handled);
long SignalCall(long nr, long a, long b, long c, long d, bool* handled);
long FutexCall(long a, long b, long c, long d, long e, long f);
long SleepCall(u64 ns, u64* rest = nullptr);  // -EINTR: a handler ran; `rest` is what is left of it
void YieldCall();
void RaiseSignal(int sig, Fiber* target);
void JournalReset();
void JournalUndo();
void JournalOffsets();
void NoteOldFds();  // old_fds.cc
bool IsPutBack(long fd);
bool ClosesOldFd(long fd);  // false: it cannot be closed and put back
void PutOldFdsBack();
void ArmDispatch();
void NeedsExec(long nr);  // there are child processes, which no rewind puts back
void InstallSignals();
void DeliverPending(Fiber* f);
void BeforeInterruptible();
void LeftHandler(Fiber* f);
bool WaitsForSignal(const Fiber* f, int sig);  // signal_waits.cc, and what follows
long WaitForSignal(u64 set, siginfo_t* info, const timespec* limit);
long SuspendForSignal(u64 mask);
bool HandlerEnds(u64 due, Interrupts how);  // one of these signals has a handler that ends such a wait
inline u64 DueSignals(const Fiber* f) { return f->sigpending & ~f->sigmask; }
// Pending signals and what they bring. `target` is tid + 1, or 0 for the process.
struct SignalSource {
  int code;  // si_code
  u64 value;
  bool for_process = false;
};
bool MustTakeBeforeItEnds(const Fiber* f, int sig);  // it was sent to the process, which does not lose it with the thread
void AddPending(int sig, u32 target, const SignalSource& source);
void TakePending(int sig, u32 target, siginfo_t* info);  // one of them; the signal stays pending if there are more
void TakeFromProcess(Fiber* f);  // what was sent to the process while everybody blocked it, and f does not any more
// Another mask for as long as a call waits (sigsuspend, ppoll, ...); what is not taken meanwhile stays pending.
class MaskOfWait {
 public:
  MaskOfWait(Fiber* f, u64 mask);
  ~MaskOfWait();
  MaskOfWait(const MaskOfWait&) = delete;
  MaskOfWait& operator=(const MaskOfWait&) = delete;

 private:
  Fiber* fiber_;
  u64 before_;
};
void ReturnToProcess(Fiber* f);  // what f was to take of it and blocks again
void UpdateSignalFds();
long SignalFdCall(long fd, const u64* mask, long flags);
bool IsSignalFd(long fd);
long ReadSignalFd(long fd, void* out, u64 bytes);
void SignalFdClosed(long fd);
// The fiber was chosen and a signal is due: takes it or leaves it for later, as the plan says. True: a handler ran.
bool TakeSignal(Fiber* f, bool must);
u64 VirtualNow(int clock);
void AdvanceTo(u64 ns);
u64 ProgramRandom();
long TimerCall(long nr, long a, long b, long c, long d);
void FireTimers();
bool OvertakingRun();  // timing.cc: one in which what waits for time goes on before its time, by chance
u64 PointsOf(u64 ns);  // likewise: so many scheduling points let that time pass
void NoteDelay(const Fiber* f, u64 ns, u32 delayed);  // likewise, for the trace: `delayed` is a tid
bool AlarmIsHeard();  // signals.cc
bool HasHandler(int sig);  // likewise
void RaiseByTime(int sig, Fiber* asked);  // likewise
long WaitReady(long nr, long fd, short events, bool never = false, bool partly = false);  // fd_waits.cc: 0, -EAGAIN, -EINTR
long WaitMany(const PollCall& p, bool forever, u64 ns);  // likewise
bool WaitsForAll(long nr, long fd, long n, long flags);  // whole_calls.cc
long MoveAll(long nr, long fd, long at, long n, long d, long e, long f);
void ChildIsMade();  // child_signals.cc
bool RaiseForChild();
void ChildIsGone(long pid);
void WaitBeforeThreads(bool (*there)(const Fiber*));
void AlarmIsSet();  // alarms.cc, from here on
bool HandlerMayRun();
void FireAlarm();
void WorkTowardsAlarm(bool computes);
bool MayRingEarly(const Fiber* f);
void RingEarly(const Fiber* f);
void HandlerEndsProcess();
u64 NextAlarm();
long AlarmCall(u64 seconds);
long IntervalTimerCall(long which, const itimerval* set, itimerval* old);
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
long FileAttributes(long nr, long fd, long b, long c, long d, long e);  // of a descriptor: mode, owner, times

// --- descriptors.cc: what is behind a descriptor, and the order of calls on it ---------------------------------------------
constexpr u64 kByPath = ~0ull;  // in place of a descriptor
struct IoCall {
  long nr;
  u64 fd;
  u32 object;
  bool looks = false;  // changes nothing
  bool orders = true;  // what a thread did before it is seen by who calls next
};
IoCall OnDescriptor(long nr, long fd);
IoCall OnPath(long nr, const char* path);
u32 NewObject();  // of the running fiber's making
void DescriptorOpened(long fd, u32 object);
void DescriptorClosed(long fd);
void DescriptorShut(long fd);  // shutdown: whoever uses it then expects to fail
inline u32 ObjectOf(long fd) { return fd >= 0 && fd < static_cast<long>(kMaxDescriptors) ? W->descriptors[fd].object : 0; }
bool IoHasOthers();  // a call may come before or after one of another thread
void IoPoint(const IoCall& call);  // before the call
long IoDone(const IoCall& call, long result);  // and after it
long WaitForLock(const IoCall& call, long (*attempt)(const IoCall&, long, long), long b, long c);  // fd_waits.cc

// --- outside.cc, livelock.cc -------------------------------------------------------------------------------------------
void NoteInherited();
bool ChildRuns();
bool LeadsOutside();  // somebody who is no thread of the program may make ready what one waits for
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
void CancelPoint(bool chosen = false);  // chosen: in place of the operation that was announced
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
  return {kind, 0, false, false, kGoesOn, CallSite(Cur()), reinterpret_cast<u64>(obj), 0, ready, 0, 0};
}
// Virtual time of an absolute deadline of the given clock.
u64 Deadline(int clock, const timespec* t);
bool ValidTime(const timespec* t);
// Makes a timed operation return by time-out: the clock moves on to its deadline.
void TimedOut(Fiber* f);

}  // namespace reweave::rt
