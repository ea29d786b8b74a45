// shows: handlers of on_exit get the status, in reverse order, the last ones too; more of them than libc has places for at first
#include <unistd.h>
#include <cstdlib>
#include <thread>

static long expected = 39;

static void Expect(int status, void* number) {
  if (status != 0 || reinterpret_cast<long>(number) != expected--) _exit(1);
  if (expected < 0) _exit(0);
}

int main() {
  for (long i = 0; i < 20; ++i) on_exit(Expect, reinterpret_cast<void*>(i));
  std::thread([] {
    for (long i = 20; i < 40; ++i) on_exit(Expect, reinterpret_cast<void*>(i));
  }).join();
}
