// shows: a dump that runs is freed by its socket's close (kernel pattern)
// set: held
// args: 1
// args: 3
#include "bug.h"

struct Dump {
  std::mutex m;
  int* data = new int(1);
  bool running = false;
} dump;
int main(int argc, char** argv) {
  std::thread close([] {
    std::lock_guard l(dump.m);
    if (dump.running) return;
    delete dump.data;
    dump.data = nullptr;
  });
  RunAll(Count(argc, argv, 1), [](int) {
    int* data;
    {
      std::lock_guard l(dump.m);
      data = dump.data;
    }
    if (!data) return;
    {
      std::lock_guard l(dump.m);
      dump.running = true;
    }
    ++*data;
  });
  close.join();
}
