// Two threads that never fail: something to interrupt. With an argument it also leaves a child that sleeps, in a session of
// its own.
#include <unistd.h>

#include <atomic>
#include <thread>

int main(int argc, char**) {
  std::atomic<int> word{0};
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
