// From exec to the first plan, and the controller's loop.
//
// The exported __libc_start_main sees the process first. Without REWEAVE_CONTROL it hands over to libc's and the runtime stays
// dormant. With it: map the rings, reserve the arena, make the pool, then run libc's __libc_start_main (constructors, main,
// exit handlers) as fiber 0 on a stack of our own, while this stack becomes the controller's.
#include <errno.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "abi/limits.h"
#include "runtime/coverage.h"
#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {

unsigned long Auxv(unsigned long type);

namespace {

const char* FindControl(char** envp) {
  const char* name = abi::kControlVariable;
  for (char** e = envp; *e; ++e) {
    u32 i = 0;
    while (name[i] && (*e)[i] == name[i]) ++i;
    if (!name[i] && (*e)[i] == '=') return *e + i + 1;
  }
  return nullptr;
}

void MapControl(const char* text) {
  long fd = 0;
  for (; *text >= '0' && *text <= '9'; ++text) fd = fd * 10 + (*text - '0');
  long head = Sys(SYS_mmap, 0, kPage, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (head < 0) Die("REWEAVE_CONTROL names no descriptor of ours; unset it to run the program by itself", head);
  auto* c = reinterpret_cast<abi::ControlBlock*>(head);
  if (c->magic != abi::kControlMagic) Die("REWEAVE_CONTROL names something else");
  if (c->abi_version != abi::kAbiVersion)
    Die("the program was linked with another version's runtime: build it again", c->abi_version);
  u64 bytes = static_cast<u64>(c->bytes) * kPage;
  Sys(SYS_munmap, head, kPage);
  long all =
      Sys(SYS_mmap, kControlAddress, static_cast<long>(bytes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, fd, 0);
  if (all < 0) Die("cannot map the control block", all);
  Sys(SYS_close, fd);
  c = reinterpret_cast<abi::ControlBlock*>(all);
  g_rt.control = c;
  g_rt.extras = &abi::ExtrasOf(*c);
  if (g_rt.extras->magic != abi::kExtrasMagic) g_rt.extras = &g_rt.no_extras;
  g_rt.ring = reinterpret_cast<abi::Unit*>(all + static_cast<long>(c->trace_offset));
  g_rt.ring_units = c->trace_units;
  SetHead(c->trace_head.load());
  StopPassing();
  c->pid = static_cast<u32>(Sys(SYS_getpid));
  g_rt.pid = c->pid;
}

void LookAtMachine() {
  // AT_HWCAP2 bit 1: the kernel allows rdfsbase and friends.
  if (Auxv(26) & 2) g_rt.machine |= abi::kHasFsgsbase;
  if (Sys(SYS_personality, 0xffffffff) & 0x0040000) g_rt.machine |= abi::kNoAslr;
  g_rt.machine &= ~static_cast<u32>(g_rt.control->disable);
}

// argv and environment as one block in tracked memory: programs permute argv (getopt) and may write into the strings. The
// variable meant for us is left out.
void CopyArguments(int argc, char** argv) {
  char** envp = argv + argc + 1;
  u64 count = 0, bytes = 0;
  auto measure = [&](char** v) {
    for (; *v; ++v) {
      ++count;
      const char* s = *v;
      while (*s++) ++bytes;
      ++bytes;
    }
  };
  measure(argv);
  measure(envp);
  char** out = static_cast<char**>(HeapAlloc((count + 2) * sizeof(char*) + bytes, 16, true));
  char* text = reinterpret_cast<char*>(out + count + 2);
  g_rt.argv = out;
  g_rt.argc = argc;
  const char* control = FindControl(envp);
  auto copy = [&](char** v) {
    for (; *v; ++v) {
      if (control && *v < control && control - *v == sizeof(abi::kControlVariable)) continue;
      *out++ = text;
      for (const char* s = *v;; ++s)
        if ((*text++ = *s) == 0) break;
    }
    *out++ = nullptr;
  };
  copy(argv);
  copy(envp);
}

void MakeMain() {
  W->threads = W->live = 1;
  W->words = 1;
  W->vc[0][0] = 1;
  W->random = 0x853c49e6748fea9bull;
  Fiber* f = &W->fibers[0];
  W->current = f;
  SetEpoch(f, 1);
  f->forced_at = kForcedPoint;
  f->state = FiberState::kLive;
  f->path = 0x243f6a8885a308d3ull;
  f->stack_low = SlotAddress(0) + kPage;
  f->stack_high = SlotAddress(0) + kSlotTop;
  W->slot_owner[0] = 1;
  SetEnabled(f, true);
  Sys(SYS_mprotect, static_cast<long>(SlotAddress(0)), kPage, PROT_NONE);
  PrepareFiber(f, 0);
  InitHeap(0);
}

// --- the controller ---------------------------------------------------------------------------------------------------

void WaitForPlan() {
  abi::ControlBlock* c = g_rt.control;
  const auto there = [c] { return c->plan_head.load(std::memory_order_acquire) != c->plan_tail.load(std::memory_order_relaxed); };
  if (there() || g_rt.spinning.Until(c->spin, there)) return;
  while (!there()) {
    u32 word = c->plan_futex.load();
    c->runtime_sleeps.store(1);
    if (c->plan_head.load() == c->plan_tail.load()) Sys(SYS_futex, reinterpret_cast<long>(&c->plan_futex), FUTEX_WAIT, word, 0);
    c->runtime_sleeps.store(0);
  }
}

// Copies the next plan out of the ring, so that its place can be reused at once.
void TakePlan() {
  abi::ControlBlock* c = g_rt.control;
  for (;;) {
    WaitForPlan();
    u64 tail = c->plan_tail.load();
    auto* p = reinterpret_cast<abi::PlanHeader*>(reinterpret_cast<u8*>(c) + c->plan_offset + tail % c->plan_bytes);
    u32 bytes = p->bytes, id = p->id;
    if (bytes < 8 || bytes % 8 || bytes > c->plan_bytes) Die("a plan of wrong size", bytes);
    if (id == 0) {
      c->plan_tail.store(tail + bytes);
      continue;
    }  // filler
    if (bytes > g_rt.plan_capacity) Die("plan larger than its ring", bytes);
    __builtin_memcpy(g_rt.plan_buffer, p, bytes);
    c->plan_tail.store(tail + bytes);
    g_rt.plan = reinterpret_cast<abi::PlanHeader*>(g_rt.plan_buffer);
    g_rt.segments = reinterpret_cast<abi::Segment*>(g_rt.plan + 1);
    g_rt.outcomes = reinterpret_cast<abi::OutcomeChoice*>(g_rt.segments + g_rt.plan->segments);
    auto* racing = reinterpret_cast<abi::SharedSlot*>(g_rt.outcomes + g_rt.plan->outcomes);
    g_rt.holds = reinterpret_cast<abi::Hold*>(racing + g_rt.plan->racing);
    if (reinterpret_cast<u8*>(g_rt.holds + g_rt.plan->holds) > g_rt.plan_buffer + bytes)
      Die("a plan that is longer than it says", bytes);
    LearnRacing(racing, g_rt.plan->racing);
    return;
  }
}

void BeginRecords() {
  for (u32 i = 0; i < kMaskWords; ++i) g_rt.last_mask[i] = g_rt.last_passed[i] = 0;
  g_rt.last_words = 0;
  g_rt.last_spins = false;
  g_rt.fill = nullptr;
  Event* e = RecordMeta(EventKind::kRunBegin);
  e->value = g_rt.seed;
  e->value2 = g_rt.plan->id;
}

// The run stopped at a checkpoint as the plan asked.
void StopAtPrefixEnd() {
  u32 id = g_rt.plan->save_as;
  if (id && !SaveCheckpoint(id)) Die("cannot keep a checkpoint", id);
  Event* e = RecordMeta(EventKind::kStateKey);
  e->obj = id;
  if (g_rt.plan->flags & abi::kPlanStateKey) {
    u64 key[2];
    StateKey(key);
    e->value = key[0];
    e->value2 = key[1];
  }
  RecordPendings();
  RecordEnabled();
  Event* end = RecordMeta(EventKind::kRunEnd);
  end->tid = static_cast<u16>(W->cur);
  end->outcome = static_cast<u8>(EndKind::kStopped);
  end->obj = RunSteps();
}

u64 RunsLeft() {
  abi::ControlBlock* c = g_rt.control;
  const u64 head = c->plan_head.load();
  u64 left = g_rt.runs_left;
  for (u64 at = c->plan_tail.load(); at != head;) {
    auto* p = reinterpret_cast<abi::PlanHeader*>(reinterpret_cast<u8*>(c) + c->plan_offset + at % c->plan_bytes);
    if (p->bytes < 8 || p->bytes > head - at) break;
    if (p->id != 0) left += p->runs;
    at += p->bytes;
  }
  return left;
}

// Whether the explorer sleeps until the last plan was run, and this was not it. One that has a processor beside the program (then
// there is spinning) is woken when half of the runs that it left are done: it looks at them while the others are run, and neither
// waits for the other.
bool ExplorerWaitsForMore() {
  abi::ControlBlock* c = g_rt.control;
  if (c->explorer_sleeps.load() != abi::kSleepsForAll) return g_rt.runs_at_sleep = 0, false;
  if (c->spin == 0) return c->plan_head.load() != c->plan_tail.load();
  const u64 left = RunsLeft();
  if (left > g_rt.runs_at_sleep) g_rt.runs_at_sleep = left;
  if (left > g_rt.runs_at_sleep / 2) return true;
  g_rt.runs_at_sleep = 0;
  return false;
}

// One run from the state in place. True if it passed (or stopped as asked).
bool RunOnce() {
  ++g_rt.stamp;
  ForgetRepeated();
  LearnShared();
  for (u32 t = 0; t < W->threads; ++t) WatchReturns(&W->fibers[t]);
  g_rt.record = g_rt.plan->record;
  g_rt.noted = false;
  SwitchClasses();
  BreakChain();
  g_rt.high = kNoHigh;
  BeginRecords();
  StartRun();
  g_rt.capture = true;
  g_rt.control->state.store(static_cast<u32>(abi::RunState::kRunning));
  g_rt.control->progress.fetch_add(1, std::memory_order_relaxed);
  ResumeFromController(&W->fibers[W->cur]);
  g_rt.capture = false;
  if (g_rt.reason == Reason::kSnapshot) StopAtPrefixEnd();
  g_rt.fill = nullptr;
  JournalUndo();
  ForgetOpened();
  if (g_rt.control->probing || g_rt.control->isolation == abi::Isolation::kExec) FilesEnd();
  auto* end = reinterpret_cast<const Event*>(g_rt.next - abi::kEventUnits);
  bool passed = end->kind == EventKind::kRunEnd &&
                (end->outcome == static_cast<u8>(EndKind::kPass) || end->outcome == static_cast<u8>(EndKind::kStopped));
  Publish(!ExplorerWaitsForMore());
  return passed;
}

// A child runs one schedule from here and is gone; the parent stays at the rewind point. A raw clone, since libc's fork would
// change thread data of the other fibers (hazards 26).
bool RunInChild() {
  Publish(true);
  long child = Sys(SYS_clone, 17 /* SIGCHLD */, 0, 0, 0, 0);
  if (child < 0) Die("cannot fork", child);
  g_rt.run_child = child;
  if (child == 0) {
    g_rt.forked_child = true;
    Sys(SYS_prctl, 1 /* PR_SET_PDEATHSIG */, 9);
    g_rt.control->pid = static_cast<u32>(Sys(SYS_getpid));
    ArmDispatch();
    bool passed = RunOnce();
    Sys(SYS_exit_group, passed ? 0 : 1);
  }
  int status = 0;
  long got;
  do got = Sys(SYS_wait4, child, reinterpret_cast<long>(&status), 0, 0);
  while (got == -EINTR);
  g_rt.run_child = 0;
  g_rt.control->pid = g_rt.pid;
  RestoreShared();
  FilesUndo();  // nothing is left of it if the child came to its end
  ReturnToDirectory();
  JournalOffsets();
  PutOldFdsBack();
  SetHead(g_rt.control->trace_head.load());
  if ((status & 0x7f) != 0) {  // killed: the trace up to there is valid, the end is ours to write
    Event* e = RecordMeta(EventKind::kRunEnd);
    e->outcome = static_cast<u8>(EndKind::kLost);  // the explorer knows if it was its own doing
    e->value = static_cast<u64>(status);
    Publish(true);
    return false;
  }
  return status == 0;
}

// The program is put back as soon as a run is over, while the explorer looks at it: nearly every run starts at the rewind point,
// and a checkpoint is applied on top of it.
void PutBack(bool* clean) {
  if (!*clean) RestoreSnapshot();
  *clean = true;
}

void SetStart(bool* clean) {
  PutBack(clean);
  if (g_rt.plan->start != 0 && !ApplyCheckpoint(g_rt.plan->start)) Die("no such checkpoint", g_rt.plan->start);
  *clean = false;
}

// The rewind point is further on than the first thread: the way there is part of the preamble, by rule and not recorded.
void RunToStart() {
  FlushFill();
  g_rt.record = 0;  // the guards stay as the preamble has them: every run sets what it records
  __builtin_memset(g_rt.plan, 0, sizeof *g_rt.plan);  // no prefix, kStay, points at synchronisation only
  StartRun();
  g_rt.on_the_way = true;
  g_rt.capture = true;
  ResumeFromController(&W->fibers[W->cur]);
  g_rt.capture = false;
  g_rt.on_the_way = false;
  g_rt.base_steps = W->steps;
}

[[noreturn]] void Controller() {
  abi::ControlBlock* c = g_rt.control;
  ResumeFromController(&W->fibers[0]);
  if (g_rt.reason == Reason::kSnapshot && (g_rt.extras->start_at || g_rt.extras->gather)) RunToStart();
  if (g_rt.reason == Reason::kRunEnded) {  // ended before it had a second thread, or came to the point that was asked for
    c->state.store(static_cast<u32>(abi::RunState::kFinished));
    Publish(true);
    Sys(SYS_exit_group, 0);
  }
  Note(abi::kSeenThreads);
  bool rewind = c->isolation == abi::Isolation::kRewind && !c->probing;
  JournalReset();
  SaveShared();
  NoteDirectory();
  if (rewind) TakeSnapshot();
  c->machine.store(g_rt.machine);
  c->state.store(static_cast<u32>(abi::RunState::kReady));
  Publish(true);
  bool clean = true;  // the program is as it was at the rewind point
  for (;;) {
    if (rewind) PutBack(&clean);
    TakePlan();
    if (g_rt.plan->flags & abi::kPlanExit) break;
    for (u32 i = 0; i < g_rt.plan->runs; ++i) {
      g_rt.seed = g_rt.plan->seed + i;
      g_rt.runs_left = g_rt.plan->runs - i - 1;
      bool passed;
      if (c->isolation == abi::Isolation::kFork && !c->probing) {
        passed = RunInChild();
      } else {
        if (rewind) SetStart(&clean);
        passed = RunOnce();
      }
      if (!rewind && (c->isolation == abi::Isolation::kExec || c->probing)) goto out;
      if (c->stop.load(std::memory_order_relaxed) || (!passed && g_rt.plan->flags & abi::kPlanStopOnFailure)) {
        Publish(true);  // the explorer may wait for the runs that are left out
        break;
      }
    }
  }
out:
  FilesEnd();
  c->state.store(static_cast<u32>(abi::RunState::kFinished));
  Publish(true);
  Sys(SYS_exit_group, 0);
  __builtin_unreachable();
}

[[noreturn]] void UnderControl(const char* control) {
  MapControl(control);
  NoteInherited();
  ResolveReal();
  FindResults();
  LookAtMachine();
  ReserveArena();
  g_rt.plan_capacity = g_rt.control->plan_bytes;
  g_rt.plan_buffer = reinterpret_cast<u8*>(Sys(SYS_mmap, kPlanAddress, static_cast<long>(g_rt.plan_capacity),
                                               PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  g_rt.plan = reinterpret_cast<abi::PlanHeader*>(g_rt.plan_buffer);  // zero: no prefix, stay
  g_rt.record = g_rt.control->record;
  g_rt.granularity = abi::Granularity::kShared;
  static_assert(kMaxSlots == abi::kMostPoolThreads + 1);
  u32 pool = g_rt.control->pool_threads;
  MakePool(pool < kMaxSlots ? pool : kMaxSlots - 1);
  MakeMain();
  InstallSignals();
  FilesBegin();
  NamesBegin();
  BeginRecords();
  g_rt.stamp = 1;
  g_rt.controlled = true;
  SwitchOnModules();
  CopyArguments(g_rt.argc, g_rt.argv);
  EndQuietly();
  g_rt.capture = true;
  ArmDispatch();
  g_rt.control->machine.store(g_rt.machine);
  Controller();
}

}  // namespace

unsigned long Auxv(unsigned long type) {
  // After envp on the kernel's stack; getauxval would do, but reads errno.
  char** p = g_rt.argv + g_rt.argc + 1;
  while (*p) ++p;
  auto* a = reinterpret_cast<unsigned long*>(p + 1);
  for (; a[0]; a += 2)
    if (a[0] == type) return a[1];
  return 0;
}

namespace {
// Ends through our exit, so that the end of main is seen also where system calls are not.
int RunMain(int argc, char** argv, char** envp) { exit(g_rt.user_main(argc, argv, envp)); }
}  // namespace

void StartMain() {
  auto** a = g_rt.start_arguments;
  g_real.__libc_start_main(RunMain, g_rt.argc, g_rt.argv, reinterpret_cast<void (*)()>(a[0]), reinterpret_cast<void (*)()>(a[1]),
                           reinterpret_cast<void (*)()>(a[2]), a[3]);
  __builtin_trap();
}

}  // namespace reweave::rt

using namespace reweave::rt;

RW_EXPORT int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                                void (*rtld_fini)(), void* stack_end) {
  const char* control = FindControl(argv + argc + 1);
  if (!control) StartCoverage(argv + argc + 1);
  if (!control) return Dormant().__libc_start_main(main, argc, argv, init, fini, rtld_fini, stack_end);
  g_rt.user_main = main;
  g_rt.argc = argc;
  g_rt.argv = argv;
  g_rt.start_arguments[0] = reinterpret_cast<void*>(init);
  g_rt.start_arguments[1] = reinterpret_cast<void*>(fini);
  g_rt.start_arguments[2] = reinterpret_cast<void*>(rtld_fini);
  g_rt.start_arguments[3] = stack_end;
  UnderControl(control);
}
