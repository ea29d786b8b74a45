// Unusual programs for pcr: chosen by the first argument.
#include <unistd.h>

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <string>
#include <thread>

struct Block {
  int a[16] = {};
};

static std::atomic<bool> ready;
static std::mutex first, second;
static std::once_flag flag;
static Block from, to;
static int* volatile freed;
static int x, y;
static std::jmp_buf where;

int main(int count, char** arguments) {
  const std::string which = count > 1 ? arguments[1] : "";
  if (which == "spin") {  // waits without sleeping
    std::thread waits([] {
      while (!ready) {
      }
    });
    ready = true;
    waits.join();
  } else if (which == "once") {  // a static local of its own, and something that happens once inside of it
    const auto get = [] {
      static int* made = [] {
        std::call_once(flag, [] { x = 7; });
        return new int(x + 1);
      }();
      y += *made;
    };
    std::thread one(get), two(get);
    one.join(), two.join();
  } else if (which == "handed over") {  // nothing is shared: what threads are given and leave is ordered
    int sums[2] = {1, 2};
    std::thread one([&sums] { sums[0] += x; }), two([&sums] { sums[1] += x; });
    one.join(), two.join();
    return sums[0] + sums[1] != 3;
  } else if (which == "deadlock") {
    std::thread one([] {
      std::scoped_lock a(first);
      std::scoped_lock b(second);
    });
    std::thread two([] {
      std::scoped_lock b(second);
      std::scoped_lock a(first);
    });
    one.join();
    two.join();
  } else if (which == "bulk") {  // struct copies
    std::thread copies([] { std::memcpy(&to, &from, sizeof to); });
    std::thread writes([] { from.a[3] = 7; });
    copies.join();
    writes.join();
  } else if (which == "stack") {  // locals of main, by reference
    int local = 0;
    std::thread one([&] { local = 1; });
    std::thread two([&] { local = 2; });
    one.join();
    two.join();
  } else if (which == "free") {
    freed = new int(1);
    std::thread frees([] {
      int* mine = freed;
      freed = nullptr;
      delete mine;
    });
    std::thread uses([] {
      if (int* its = freed) *its = 2;
    });
    frees.join();
    uses.join();
  } else if (which == "exit") {  // a thread ends the program
    std::thread ends([] {
      if (x == 1) std::exit(3);
    });
    std::thread writes([] { x = 1; });
    ends.join();
    writes.join();
  } else if (which == "endless") {
    std::thread counts([] {
      for (;;) ++x;
    });
    std::thread reads([] { y = x; });
    counts.join();
    reads.join();
  } else if (which == "input") {  // time and random numbers decide
    std::thread one([] {
      std::timespec now{};
      clock_gettime(CLOCK_REALTIME, &now);
      if ((now.tv_nsec + std::rand()) % 2 == 0) y = x;
      else x = 2;
    });
    std::thread two([] { x = 1; });
    one.join();
    two.join();
  } else if (which == "outside") {  // another answer in every run: where the process's own counters stand
    std::thread one([] {
      char text[512] = {};
      std::FILE* file = std::fopen("/proc/self/schedstat", "r");
      if (file != nullptr) {
        if (std::fread(text, 1, sizeof text - 1, file) != 0) x = std::atoi(text) % 7;
        std::fclose(file);
      }
      if (x % 2 == 0) y = x;
    });
    std::thread two([] { x = 1; });
    one.join();
    two.join();
  } else if (which == "timer") {  // a signal at a moment of real time
    std::signal(SIGALRM, [](int) { x = 5; });
    std::thread one([] {
      sigevent event{};
      event.sigev_notify = SIGEV_SIGNAL;
      event.sigev_signo = SIGALRM;
      timer_t timer;
      timer_create(CLOCK_REALTIME, &event, &timer);
      y = x;
    });
    std::thread two([] { x = 1; });
    one.join();
    two.join();
  } else if (which == "fork") {
    std::thread one([] {
      if (fork() == 0) _exit(0);
      y = x;
    });
    std::thread two([] { x = 1; });
    one.join();
    two.join();
  } else if (which == "turns") {  // a run of some thousand events
    const auto work = [] {
      for (int i = 0; i < 300; ++i) {
        const std::lock_guard<std::mutex> hold(first);
        if (x > y) ++y;
        else x += 2;
      }
    };
    std::thread one(work), two(work);
    one.join();
    two.join();
  } else if (which == "longjmp") {  // back within its own thread
    std::thread one([] {
      if (setjmp(where) == 0) {
        if (x == 1) std::longjmp(where, 1);
      } else {
        y = 1;
      }
    });
    std::thread two([] { x = 1; });
    one.join();
    two.join();
    if (y == 1) std::abort();
  }
}
