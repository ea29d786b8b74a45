#include "witness/language.h"

namespace witness {
namespace {

std::string N(int n) { return std::to_string(n); }

std::string End(int way, std::size_t thread) {
  switch (way) {
    case kByAbort: return "abort();";
    case kByStatus: return "_exit(" + N(StatusOf(thread)) + ");";
    case kByAssert: return "assert(false);";
    case kByFault: return "*nowhere = 1;";
    default: return "throw 1;";
  }
}

// `keep`: what keeps the thread's log where it does not return.
std::string Line(const Op& op, bool observes, const std::string& keep, std::size_t thread) {
  const std::string a = N(op.a), b = N(op.b);
  const auto see = [&](const std::string& value) { return observes ? "OBSERVE(" + value + ");" : "(void)(" + value + ");"; };
  switch (op.kind) {
    case Kind::kRead: return see("plain" + a);
    case Kind::kWrite: return "plain" + a + " = " + b + ";";
    case Kind::kAdd: return "plain" + a + " = plain" + a + " + " + b + ";";
    case Kind::kAssert: return "assert(plain" + a + " != " + b + ");";
    case Kind::kLook: return see("*block" + a);
    case Kind::kFill: return "*block" + a + " = " + b + ";";
    case Kind::kFree: return "free(block" + a + ");";
    case Kind::kLoad: return see("atomic" + a + ".load()");
    case Kind::kStore: return "atomic" + a + ".store(" + b + ");";
    case Kind::kFetchAdd: return see("atomic" + a + ".fetch_add(" + b + ")");
    case Kind::kExchange: return "{ long none = 0; " + see("atomic" + a + ".compare_exchange_strong(none, " + b + ")") + " }";
    case Kind::kLock: return "pthread_mutex_lock(&mutex" + a + ");";
    case Kind::kUnlock: return "pthread_mutex_unlock(&mutex" + a + ");";
    case Kind::kTryLock: return "got = pthread_mutex_trylock(&mutex" + a + ") == 0; " + see("got") + " if (got) {";
    case Kind::kTimedLock: return "got = pthread_mutex_timedlock(&mutex" + a + ", &kFar) == 0; " + see("got") + " if (got) {";
    case Kind::kTryRead: return "got = pthread_rwlock_tryrdlock(&rwlock" + a + ") == 0; " + see("got") + " if (got) {";
    case Kind::kTryWrite: return "got = pthread_rwlock_trywrlock(&rwlock" + a + ") == 0; " + see("got") + " if (got) {";
    case Kind::kTimedRead: return "got = pthread_rwlock_timedrdlock(&rwlock" + a + ", &kFar) == 0; " + see("got") + " if (got) {";
    case Kind::kTimedWrite:
      return "got = pthread_rwlock_timedwrlock(&rwlock" + a + ", &kFar) == 0; " + see("got") + " if (got) {";
    case Kind::kSpinLock: return "pthread_spin_lock(&spin" + a + ");";
    case Kind::kSpinTry: return "got = pthread_spin_trylock(&spin" + a + ") == 0; " + see("got") + " if (got) {";
    case Kind::kSpinUnlock: return "pthread_spin_unlock(&spin" + a + ");";
    case Kind::kSemValue: return "{ int value; sem_getvalue(&semaphore" + a + ", &value); " + see("value") + " }";
    case Kind::kFutexWait: return see("syscall(SYS_futex, &atomic" + a + ", FUTEX_WAIT_PRIVATE, 0, nullptr, nullptr, 0) != 0");
    case Kind::kFutexWake: return see("syscall(SYS_futex, &atomic" + a + ", FUTEX_WAKE_PRIVATE, 1000, nullptr, nullptr, 0)");
    case Kind::kReadLock: return "pthread_rwlock_rdlock(&rwlock" + a + ");";
    case Kind::kWriteLock: return "pthread_rwlock_wrlock(&rwlock" + a + ");";
    case Kind::kRwUnlock: return "pthread_rwlock_unlock(&rwlock" + a + ");";
    case Kind::kWait: return "pthread_cond_wait(&condition" + a + ", &mutex" + b + ");";
    case Kind::kTimedWait: return see("pthread_cond_timedwait(&condition" + a + ", &mutex" + b + ", &kFar) != 0");
    case Kind::kWaitWhile: return "while (plain" + a + " == 0) pthread_cond_wait(&condition" + a + ", &mutex" + b + ");";
    case Kind::kSignal: return "pthread_cond_signal(&condition" + a + ");";
    case Kind::kBroadcast: return "pthread_cond_broadcast(&condition" + a + ");";
    case Kind::kSemWait: return "sem_wait(&semaphore" + a + ");";
    case Kind::kSemPost: return "sem_post(&semaphore" + a + ");";
    case Kind::kSemTry: return see("sem_trywait(&semaphore" + a + ") == 0");
    case Kind::kSemTimed: return see("sem_timedwait(&semaphore" + a + ", &kFar) == 0");
    case Kind::kOnce: return "pthread_once(&once, Once);";
    case Kind::kBarrier: return "pthread_barrier_wait(&barrier" + a + ");";
    case Kind::kKill: return "pthread_kill(threads[" + a + "], SIGUSR1);";
    case Kind::kExit: return keep + (op.b == 0 ? "exit(" : op.b == 1 ? "quick_exit(" : "_exit(") + a + ");";
    case Kind::kLeave: return keep + "pthread_exit(nullptr);";
    case Kind::kEndIf: return "if (last == " + a + ") " + End(op.b, thread);
  }
  return {};
}

std::string Body(const std::vector<Op>& ops, bool observes, const std::string& pad, const std::string& keep = "",
                 std::size_t thread = 0) {
  std::string text;
  int until_close = -1;
  for (const Op& op : ops) {
    text += pad + Line(op, observes, keep, thread) + "\n";
    if (Tries(op.kind)) until_close = op.b;
    else if (until_close > 0 && --until_close == 0) text += pad + "}\n", until_close = -1;
  }
  return text;
}

constexpr const char* kHead = R"(#include <assert.h>
#include <atomic>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "reweave/annotate.h"

// Of all time limits: whether one runs out is the search's choice.
static const timespec kFar = {4000000000, 0};

static long* volatile nowhere;

// What a thread observed stays on its stack, so that searches over states tell it apart, and is kept when it ends.
#define OBSERVE(x)                \
  do {                            \
    const long seen = (x);        \
    REWEAVE_OUTCOME(seen);        \
    log = log * 31 + seen + 1;    \
    last = seen;                  \
  } while (0)
)";

}  // namespace

std::string Print(const Program& program, const std::string& name) {
  std::string text = "\nnamespace " + name + " {  // seed " + std::to_string(program.seed) + "\n";
  const std::size_t threads = program.threads.size();
  const auto declare = [&](int count, const std::string& type, const std::string& what, const std::string& value) {
    for (int i = 0; i < count; ++i) text += "static " + type + " " + what + N(i) + value + ";\n";
  };
  declare(kPlain, "long", "plain", "");
  declare(kAtomics, "std::atomic<long>", "atomic", "");
  static_assert(kMutexes == 2);
  const char* const second = program.second == MutexKind::kRecursive ? "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP"
                             : program.second == MutexKind::kChecks  ? "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"
                                                                     : "PTHREAD_MUTEX_INITIALIZER";
  text += "static pthread_mutex_t mutex0 = PTHREAD_MUTEX_INITIALIZER;\nstatic pthread_mutex_t mutex1 = " + std::string(second) +
          ";\n";
  declare(kSpins, "pthread_spinlock_t", "spin", "");
  declare(kRwLocks, "pthread_rwlock_t", "rwlock", " = PTHREAD_RWLOCK_INITIALIZER");
  declare(kConditions, "pthread_cond_t", "condition", " = PTHREAD_COND_INITIALIZER");
  declare(kSemaphores, "sem_t", "semaphore", "");
  declare(kBarriers, "pthread_barrier_t", "barrier", "");
  text += "static pthread_once_t once = PTHREAD_ONCE_INIT;\nstatic void Once() { atomic0.fetch_add(1); }\n";
  text += "long kept[" + std::to_string(threads) + "];\n";  // not static: a compiler must believe that it is read
  text += "static pthread_t threads[" + std::to_string(threads) + "];\n";
  if (program.uses_signals()) text += "static void Handle(int) {\n" + Body(program.handler, false, "  ") + "}\n";
  for (std::size_t t = 1; t < threads; ++t) {
    const std::string n = std::to_string(t);
    text += "static void* Thread" + n +
            "(void* arg) {\n  long* const block0 = static_cast<long*>(arg);\n  (void)block0;\n  long log = 1, last = -1;\n  bool "
            "got;\n  "
            "(void)got, (void)last;\n" +
            Body(program.threads[t], true, "  ", "kept[" + n + "] = log; ", t) + "  kept[" + n + "] = log;\n  return arg;\n}\n";
  }
  text += "static int Run() {\n  long log = 1, last = -1;\n  bool got;\n  (void)got, (void)last;\n";
  for (int i = 0; i < kSpins; ++i) text += "  pthread_spin_init(&spin" + N(i) + ", 0);\n";
  text += "  long* const block0 = static_cast<long*>(calloc(1, sizeof(long)));\n  (void)block0;\n";
  for (int i = 0; i < kSemaphores; ++i) text += "  sem_init(&semaphore" + N(i) + ", 0, " + N(program.semaphores[i]) + ");\n";
  for (int i = 0; i < kBarriers; ++i)
    if (program.barriers[i] != 0)
      text += "  pthread_barrier_init(&barrier" + N(i) + ", nullptr, " + N(program.barriers[i]) + ");\n";
  if (program.uses_signals())
    text += "  struct sigaction action = {};\n  action.sa_handler = Handle;\n  action.sa_flags = SA_RESTART;\n"
            "  sigaction(SIGUSR1, &action, nullptr);\n";
  for (std::size_t t = 1; t < threads; ++t) {
    const std::string n = std::to_string(t);
    text += "  pthread_create(&threads[" + n + "], nullptr, Thread" + n + ", block0);\n";
  }
  text += Body(program.threads[0], true, "  ", "kept[0] = log; ");
  text += "  kept[0] = log;\n";
  for (std::size_t t = threads - 1; t > 0; --t)
    text += (program.joined[t] ? "  pthread_join(threads[" + std::to_string(t) + "], nullptr);\n"
                               : "  pthread_detach(threads[" + std::to_string(t) + "]);\n");
  text += "  return 0;\n}\n}  // namespace " + name + "\n";
  return text;
}

std::string PrintFile(const std::vector<Program>& programs) {
  std::string text = kHead;
  for (std::size_t i = 0; i < programs.size(); ++i) text += Print(programs[i], "p" + std::to_string(i));
  text += "\nint main(int, char** argv) {\n  switch (atoi(argv[1])) {\n";
  for (std::size_t i = 0; i < programs.size(); ++i)
    text += "    case " + std::to_string(i) + ": return p" + std::to_string(i) + "::Run();\n";
  return text + "  }\n  return 99;\n}\n";
}

}  // namespace witness
