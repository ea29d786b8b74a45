// Two threads that never fail: something to interrupt. With an argument it also leaves a child that sleeps, in a session of
// its own; "family": children with children of their own, beside which the program sleeps again and again.
#include <unistd.h>

#include <atomic>
#include <thread>

int main(int argc, char** argv) {
  std::atomic<int> word{0};
  if (argc > 1 && argv[1][0] == 'f') {
    std::thread([] {}).join();
    for (int i = 0; i < 3; ++i)
      if (fork() == 0) setsid();
    for (int i = 0; i < 3000; ++i) sleep(1);
  }
  if (argc > 1 && fork() == 0) {
    setsid();
    for (;;) pause();
  }
  auto work = [&] {
    for (int i = 0; i < 200; ++i) word.fetch_add(1);
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
  return word.load() != 400;
}
