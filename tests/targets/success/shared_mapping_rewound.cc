// shows: what a run writes into shared mappings is put back: of a file and of memory, mapped before the first thread and in the run
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

static std::atomic<int>* Map(int fd) {
  void* at = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, fd < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED, fd, 0);
  assert(at != MAP_FAILED);
  return static_cast<std::atomic<int>*>(at);
}

int main() {
  int file = memfd_create("shared", 0);
  assert(ftruncate(file, 8192) == 0);
  std::atomic<int>* early[] = {Map(file), Map(-1)};
  auto add = [&] {
    std::atomic<int>* late = Map(file);
    std::atomic<int>* own = Map(-1);
    for (auto* counter : early) ++*counter;
    assert(++*own == 1);
    assert(*late >= 1 && *late <= 2);
    munmap(late, 4096);
  };
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(*early[0] == 2 && *early[1] == 2);
}
