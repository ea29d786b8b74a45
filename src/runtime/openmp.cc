// OpenMP: what libomp orders, told by its tool interface (OMPT, part of OpenMP 5). libomp looks for ompt_start_tool when it
// starts and then calls back where a region, barrier, lock or task begins and ends. Each callback publishes or awaits, as
// annotations do.
//
//   region     what came before it is ordered before its implicit tasks; the barrier at its end orders them before what follows
//   barrier    arrivals before departures. Two objects in turn: who leaves one may arrive at the next before others have left it
//   lock       critical, ordered, atomic and omp_set_lock are locks
//   task       creation before its start; its end before taskwait of its parent, the end of its taskgroup, and the next barrier
//   depend     the end of a task before the start of those that name one of its dependences
//   reduction  combines partial results that libomp orders inside: accesses there are not looked at
//
// A thread of libomp that waits for a task of another one spins without any call. A timer of processor time looks at it: who was
// in libomp at the same operation twice gives way. A loop that only waits does the same wherever it is interrupted, so the
// schedule is repeatable.
#include <link.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>

#include "runtime/real.h"
#include "runtime/rt.h"

namespace reweave::rt {

void SetHandler(int sig, void (*handler)(int, siginfo_t*, void*), unsigned long flags);

namespace {

using abi::Annotation;

// --- of omp-tools.h ---------------------------------------------------------------------------------------------------
union Data {
  u64 value;
  void* ptr;
};
struct Frame;
struct Dependence {
  Data variable;
  int type;
};
using Lookup = void (*(*)(const char*))();
struct Tool {
  int (*initialize)(Lookup, int, Data*);
  void (*finalize)(Data*);
  Data data;
};
enum Callback {
  kParallelBegin = 3,
  kParallelEnd,
  kTaskCreate,
  kTaskSchedule,
  kImplicitTask,
  kMutexReleased = 17,
  kDependences,
  kSyncRegion = 23,
  kMutexAcquired = 27,
  kReduction = 31
};
enum Scope { kBegin = 1, kEnd = 2, kBeginEnd = 3 };
enum Sync {
  kBarrier = 1,
  kBarrierImplicit,
  kBarrierExplicit,
  kBarrierImplementation,
  kTaskwait,
  kTaskgroup,
  kReductionSync,
  kBarrierWorkshare,
  kBarrierParallel,
  kBarrierTeams
};
enum TaskStatus { kComplete = 1, kYield, kCancel, kDetach, kEarlyFulfill, kLateFulfill, kSwitch, kTaskwaitComplete };
constexpr int kInitialTask = 1;

// --- spinning ---------------------------------------------------------------------------------------------------------
int FindLibrary(dl_phdr_info* info, size_t, void* callback) {
  const uptr inside = reinterpret_cast<uptr>(callback);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    const uptr begin = info->dlpi_addr + part.p_vaddr;
    if (part.p_type != PT_LOAD || !(part.p_flags & PF_X) || inside - begin >= part.p_memsz) continue;
    g_rt.spin_begin = begin;
    g_rt.spin_end = begin + part.p_memsz;
    return 1;
  }
  return 0;
}

void OnTick(int, siginfo_t*, void* context) {
  const uptr pc = static_cast<uptr>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  if (!Controlled() || W->ended || !W->started || W->live < 2 || pc - g_rt.spin_begin >= g_rt.spin_end - g_rt.spin_begin) return;
  const Fiber* f = Cur();
  const u64 place = static_cast<u64>(f->tid) << 32 | f->ordinal;
  if (g_rt.spin_place == place) YieldCall();
  g_rt.spin_place = static_cast<u64>(f->tid) << 32 | f->ordinal;
}

// Timers do not survive a fork, so each thread of a region begins one.
void WatchSpinning() {
  constexpr itimerval kTick{{0, 4000}, {0, 4000}};
  Sys(SYS_setitimer, ITIMER_VIRTUAL, reinterpret_cast<long>(&kTick), 0);
}

// --- what is kept ---------------------------------------------------------------------------------------------------
// In the program's heap, like everything that belongs to the run. The addresses of the fields are the objects that order.
struct Region {
  char begin, barrier[2];
};
struct Group {
  Group* outer;
  char end;
};
struct Task {
  Region* region;
  Task* parent;
  Group* group;
  u32 barriers;  // passed so far
  bool implicit;
  char created, children;
  u32 dependences;
  void* dependence[8];
};

template <typename T>
T* New() {
  return static_cast<T*>(HeapAlloc(sizeof(T), 16, true));
}

void Say(Annotation what, const void* object) { __reweave_annotate(static_cast<u32>(what), object, 0); }
void Publish(const void* object) { Say(Annotation::kHappensBefore, object); }
void Await(const void* object) { Say(Annotation::kHappensAfter, object); }
bool On() { return Controlled() && !W->ended; }
Task* TaskOf(Data* d) { return d ? static_cast<Task*>(d->ptr) : nullptr; }

void OnParallelBegin(Data*, const Frame*, Data* parallel, unsigned, int, const void*) {
  if (!On()) return;
  auto* region = New<Region>();
  parallel->ptr = region;
  if (W->started) NoteModelled("libomp.so");  // what is noted before the first thread is no part of the run
  Publish(&region->begin);
}

void OnParallelEnd(Data* parallel, Data*, int, const void*) {
  auto* region = static_cast<Region*>(parallel->ptr);
  if (!On() || !region) return;
  Await(&region->barrier[0]);
  Await(&region->barrier[1]);
}

void OnImplicitTask(int scope, Data* parallel, Data* task, unsigned, unsigned, int flags) {
  if (!On()) return;
  if (W->started) NoteModelled("libomp.so");
  if (scope == kBegin) {
    WatchSpinning();
    auto* t = New<Task>();
    t->implicit = true;
    t->region = parallel ? static_cast<Region*>(parallel->ptr) : nullptr;
    if (!t->region) t->region = New<Region>();  // of the initial task
    task->ptr = t;
    if (!(flags & kInitialTask)) Await(&t->region->begin);
  } else if (scope == kEnd) {
    task->ptr = nullptr;
  }
}

bool IsBarrier(int kind) {
  return kind == kBarrier || kind == kBarrierImplicit || kind == kBarrierExplicit || kind == kBarrierImplementation ||
         kind == kBarrierWorkshare || kind == kBarrierParallel || kind == kBarrierTeams;
}

void OnSyncRegion(int kind, int scope, Data*, Data* task, const void*) {
  Task* t = TaskOf(task);
  if (!On() || !t) return;
  if (IsBarrier(kind)) {
    char* barrier = &t->region->barrier[t->barriers & 1];
    if (scope == kBegin) return Publish(barrier);
    Await(barrier);
    ++t->barriers;
  } else if (kind == kTaskwait) {
    if (scope == kEnd) Await(&t->children);
  } else if (kind == kTaskgroup) {
    if (scope == kBegin) {
      auto* group = New<Group>();
      group->outer = t->group;
      t->group = group;
    } else if (t->group) {
      Await(&t->group->end);
      t->group = t->group->outer;
    }
  }
}

void OnMutexAcquired(int, u64 id, const void*) {
  if (On()) Say(Annotation::kLockAcquire, reinterpret_cast<void*>(id));
}
void OnMutexReleased(int, u64 id, const void*) {
  if (On()) Say(Annotation::kLockRelease, reinterpret_cast<void*>(id));
}

void OnTaskCreate(Data* by, const Frame*, Data* task, int flags, int, const void*) {
  if (!On() || flags & kInitialTask) return;
  auto* t = New<Task>();
  t->parent = TaskOf(by);
  if (t->parent) t->region = t->parent->region, t->group = t->parent->group, t->barriers = t->parent->barriers;
  if (!t->region) t->region = New<Region>();
  task->ptr = t;
  Publish(&t->created);
}

void OnDependences(Data* task, const Dependence* list, int n) {
  Task* t = TaskOf(task);
  if (!On() || !t || !list) return;
  t->dependences = 0;
  for (int i = 0; i < n && t->dependences < 8; ++i) t->dependence[t->dependences++] = list[i].variable.ptr;
}

// The implicit task that works on it: its region's barrier waits for all explicit tasks.
const Task* ImplicitOf(const Task* t) {
  while (t && !t->implicit) t = t->parent;
  return t;
}

void OnTaskSchedule(Data* prior, int status, Data* next) {
  if (!On()) return;
  Task* done = TaskOf(prior);
  if (done && !done->implicit &&
      (status == kComplete || status == kCancel || status == kLateFulfill || status == kEarlyFulfill)) {
    for (u32 i = 0; i < done->dependences; ++i) Publish(done->dependence[i]);
    if (done->parent) Publish(&done->parent->children);
    if (done->group) Publish(&done->group->end);
    if (const Task* i = ImplicitOf(done)) Publish(&done->region->barrier[i->barriers & 1]);
  }
  Task* begun = TaskOf(next);
  if (!begun || begun->implicit || begun == done) return;
  Await(&begun->created);
  for (u32 i = 0; i < begun->dependences; ++i) Await(begun->dependence[i]);
}

void OnReduction(int, int scope, Data*, Data*, const void*) {
  if (!On()) return;
  if (scope == kBegin) Say(Annotation::kIgnoreBegin, nullptr);
  if (scope == kEnd) Say(Annotation::kIgnoreEnd, nullptr);
}

int Initialize(Lookup lookup, int, Data*) {
  using Set = int (*)(int, void (*)());
  auto set = reinterpret_cast<Set>(lookup("ompt_set_callback"));
  if (!set) return 0;
  dl_iterate_phdr(FindLibrary, reinterpret_cast<void*>(set));
  SetHandler(SIGVTALRM, OnTick, SA_NODEFER | SA_RESTART);
  const auto on = [&](int which, auto* fn) { set(which, reinterpret_cast<void (*)()>(fn)); };
  on(kParallelBegin, OnParallelBegin);
  on(kParallelEnd, OnParallelEnd);
  on(kImplicitTask, OnImplicitTask);
  on(kSyncRegion, OnSyncRegion);
  on(kMutexAcquired, OnMutexAcquired);
  on(kMutexReleased, OnMutexReleased);
  on(kTaskCreate, OnTaskCreate);
  on(kDependences, OnDependences);
  on(kTaskSchedule, OnTaskSchedule);
  on(kReduction, OnReduction);
  return 1;
}

void Finalize(Data*) {}

// libomp keeps the pointer and writes through none of it.
const Tool kTool{Initialize, Finalize, {}};

}  // namespace
}  // namespace reweave::rt

using namespace reweave::rt;

// A task that was made can be taken by another thread before its maker goes on.
RW_EXPORT int __kmpc_omp_task(void* place, int thread, void* task) {
  int r = Dormant().__kmpc_omp_task(place, thread, task);
  if (Controlled() && W->started && !W->ended) YieldCall();
  return r;
}
RW_EXPORT int __kmpc_omp_task_with_deps(void* place, int thread, void* task, int n, void* list, int others, void* other_list) {
  int r = Dormant().__kmpc_omp_task_with_deps(place, thread, task, n, list, others, other_list);
  if (Controlled() && W->started && !W->ended) YieldCall();
  return r;
}

RW_EXPORT void* ompt_start_tool(unsigned, const char*) {
  return Controlled() ? const_cast<void*>(static_cast<const void*>(&kTool)) : nullptr;
}
