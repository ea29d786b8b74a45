// One case an argument: runs that end in other ways than by returning from all threads, and loops, locks and threads that
// depend on the schedule.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <stdexcept>
#include <thread>

int x, y, sum;
std::mutex m;

// The first run fails: what it did so far leads to the run that does not.
void Crash() {
  std::thread a([] {
    if (x == 0) std::abort();
  });
  std::thread b([] { x = 1; });
  a.join(), b.join();
}

// A thread that exists only if the other one was late.
void SomeThreads() {
  std::thread a([] {
    if (x != 0) return;
    std::thread child([] { y = 1; });
    child.join();
  });
  std::thread b([] { x = 1; });
  a.join(), b.join();
}

// Two creators: which child is created first depends on the schedule.
void CreationOrder() {
  const auto creator = [](int* flag, int* other) {
    std::thread child([flag, other] {
      if (*other == 0) sum = 1;
      *flag = 1;
    });
    child.join();
  };
  std::thread a(creator, &x, &y), b(creator, &y, &x);
  a.join(), b.join();
}

// Nobody waits for it.
void Detached() {
  std::thread a([] {
    if (x == 0) y = 1;
  });
  a.detach();
  std::thread b([] { x = 1; });
  b.join();
}

// As many turns as the other thread left.
void TripCount() {
  std::thread a([] {
    for (int i = 0; i < x; ++i) sum += i;
  });
  std::thread b([] {
    x = 1;
    x = 2;
  });
  a.join(), b.join();
}

void HeldAtEnd() {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  std::thread a([] {
    pthread_mutex_lock(&lock);
    if (x == 0) y = 1;
  });
  std::thread b([] { x = 1; });
  a.join(), b.join();
}

void External() {
  std::thread a([] {
    if (std::time(nullptr) + x > 1) y = 1;
  });
  std::thread b([] { x = 1; });
  a.join(), b.join();
}

// The exception gives the lock back.
void Exception() {
  std::thread a([] {
    try {
      std::lock_guard<std::mutex> guard(m);
      if (x == 0) throw std::runtime_error("early");
      y = 1;
    } catch (const std::runtime_error&) {
    }
    std::lock_guard<std::mutex> guard(m);
    ++sum;
  });
  std::thread b([] {
    std::lock_guard<std::mutex> guard(m);
    x = 1;
    ++sum;
  });
  a.join(), b.join();
}

// Back out of the scope of a lock: it is still held, and given back by hand.
void LongJump() {
  static std::jmp_buf where;
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  std::thread a([] {
    if (setjmp(where) == 0) {
      pthread_mutex_lock(&lock);
      if (x == 0) std::longjmp(where, 1);
      y = 1;
    }
    pthread_mutex_unlock(&lock);
  });
  std::thread b([] {
    pthread_mutex_lock(&lock);
    x = 1;
    pthread_mutex_unlock(&lock);
  });
  a.join(), b.join();
}

// Nobody catches it: in the first run, the other thread has not yet written what the branch reads.
void Uncaught() {
  std::thread a([] {
    if (x == 0) throw std::runtime_error("early");
    y = 1;
  });
  std::thread b([] { x = 1; });
  a.join(), b.join();
}

// Gives back what it does not hold: an error of a mutex that checks, and nothing else.
void OddUnlock() {
  static pthread_mutex_t lock;
  pthread_mutexattr_t checks;
  pthread_mutexattr_init(&checks);
  pthread_mutexattr_settype(&checks, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &checks);
  std::thread a([] {
    pthread_mutex_lock(&lock);
    if (x == 0) y = 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
  });
  std::thread b([] {
    pthread_mutex_lock(&lock);
    x = 1;
    pthread_mutex_unlock(&lock);
  });
  a.join(), b.join();
}

// Looks at a flag for ever.
void Endless() {
  static std::atomic<bool> stop;
  std::thread a([] {
    while (!stop) ++sum;
  });
  std::thread b([] { stop = true; });
  a.join(), b.join();
}

// A run of many records.
void Long() {
  std::thread a([] {
    if (x == 0) y = 1;
    for (int i = 0; i < 60000; ++i)
      if (i % 7 == 3) ++sum;
  });
  std::thread b([] { x = 1; });
  a.join(), b.join();
}

// Nothing but sixteen ways to go: more runs than a small budget.
void Many() {
  const auto read = [] {
    for (int i = 0; i < 2; ++i)
      if (x > i) y = i;
  };
  std::thread a(read), b(read);
  std::thread c([] {
    x = 1;
    x = 2;
  });
  a.join(), b.join(), c.join();
}

// Figure 6: x is locked on one path only.
void Manners() {
  static std::mutex other;
  x = 1;
  std::thread a([] {
    bool one;
    {
      std::lock_guard<std::mutex> guard(m);
      one = x == 1;
    }
    if (one) {
      std::lock_guard<std::mutex> guard(m);
      x = 5;
    } else {
      x = 6;
    }
  });
  std::thread b([] {
    std::lock_guard<std::mutex> guard(m);
    std::lock_guard<std::mutex> inner(other);
    sum = y;
    x = 0;
  });
  a.join(), b.join();
}

// What is in a pipe decides, not memory.
void Pipe() {
  int ends[2];
  if (pipe2(ends, O_NONBLOCK) != 0) return;
  std::thread writer([&] { (void)!write(ends[1], "x", 1); });
  std::thread reader([&] {
    char c;
    if (read(ends[0], &c, 1) == 1) std::abort();
  });
  writer.join();
  reader.join();
}

int main(int argc, char** argv) {
  const struct {
    const char* name;
    void (*run)();
  } cases[] = {{"crash", Crash},        {"some_threads", SomeThreads}, {"creation_order", CreationOrder},
               {"detached", Detached},  {"trip_count", TripCount},     {"held_at_end", HeldAtEnd},
               {"external", External},  {"exception", Exception},      {"many", Many},
               {"manners", Manners},    {"long_jump", LongJump},    {"uncaught", Uncaught},
               {"odd_unlock", OddUnlock}, {"endless", Endless},        {"long", Long},
               {"pipe", Pipe}};
  for (const auto& one : cases)
    if (argc > 1 && std::strcmp(argv[1], one.name) == 0) one.run();
}
