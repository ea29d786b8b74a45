// Tests that end, start threads and start processes in all ways; argv[1] says which. Functions are named for what must be found.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

extern void LinkedWork(int);

__attribute__((noinline)) static void Before() { asm volatile(""); }
__attribute__((noinline)) static void After() { asm volatile(""); }
__attribute__((noinline)) static void InWorker(int n) { if (n == 2) asm volatile(""); }
__attribute__((noinline)) static void InChild() { asm volatile(""); }
__attribute__((noinline)) static void InHandler() { asm volatile(""); }
__attribute__((noinline)) static void Shared() { asm volatile(""); }
__attribute__((noinline)) static void ThisTime() { asm volatile(""); }
__attribute__((noinline)) static void OtherTime() { asm volatile(""); }

struct AtEnd { ~AtEnd() { After(); } };

static void Sequence(int count) {
  for (int i = 0; i < count; ++i) std::thread([=] { InWorker(i); Shared(); }).join();
}

// Both run at once for long enough that resting guards, if they rested too early, would lose one of them.
static void Together(int count) {
  std::atomic<int> ready = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
    threads.emplace_back([&] {
      for (++ready; ready < count;) std::this_thread::yield();
      for (int k = 0; k < 1000; ++k) Shared();
    });
  for (auto& thread : threads) thread.join();
  Shared();
}

static int Fork() {
  Before();
  Shared();
  const pid_t child = fork();
  if (child == 0) {
    InChild();
    std::thread([] { Shared(); }).join();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  After();
  return status;
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  Before();
  if (what == "sequence") Sequence(1000);
  if (what == "together") Together(8);
  if (what == "fork") return Fork();
  if (what == "exec") execl(argv[0], argv[0], "sequence", nullptr);
  if (what == "system") return system((std::string(argv[0]) + " together").c_str());
  if (what == "crash") { std::thread([] { Shared(); }).join(); *reinterpret_cast<volatile int*>(8) = 1; }
  if (what == "abort") { Shared(); abort(); }
  if (what == "quit") { std::thread([] { Shared(); _exit(0); }).join(); }
  if (what == "killed") { Shared(); kill(getpid(), SIGKILL); }
  if (what == "hang") { Shared(); for (;;) pause(); }
  if (what == "fails") { Shared(); return 3; }
  if (what == "linked") { LinkedWork(1); std::thread([] { LinkedWork(2); }).join(); }
  if (what == "opened") {
    void* library = dlopen(argv[2], RTLD_NOW);
    if (library == nullptr) return 4;
    auto* work = reinterpret_cast<void (*)(int)>(dlsym(library, "OpenedWork"));
    std::thread([=] { work(1); }).join();
    dlclose(library);
    Sequence(3);
  }
  if (what == "exit") {
    pthread_t thread;
    pthread_create(&thread, nullptr, [](void*) -> void* { AtEnd end; Shared(); pthread_exit(nullptr); }, nullptr);
    pthread_join(thread, nullptr);
  }
  if (what == "cancel") {
    pthread_t thread;
    pthread_create(&thread, nullptr, [](void*) -> void* { AtEnd end; for (;;) pause(); }, nullptr);
    usleep(10000);
    pthread_cancel(thread);
    pthread_join(thread, nullptr);
  }
  if (what == "c11") {
    thrd_t thread;
    thrd_create(&thread, [](void*) { Shared(); return 5; }, nullptr);
    int result = 0;
    thrd_join(thread, &result);
    return result == 5 ? 0 : 1;
  }
  if (what == "signal") {
    signal(SIGUSR1, [](int) { InHandler(); });
    std::thread([] { raise(SIGUSR1); }).join();
  }
  if (what == "flaky") {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    // The file counts the runs.
    if (access("flaky.mark", F_OK) == 0) OtherTime();
    else { ThisTime(); close(open("flaky.mark", 0101, 0600)); }
  }
  if (what == "key") {
    static pthread_key_t key;
    pthread_key_create(&key, [](void*) { After(); });
    std::thread([] { pthread_setspecific(key, &key); Shared(); }).join();
  }
}
