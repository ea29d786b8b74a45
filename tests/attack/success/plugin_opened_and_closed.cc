// shows: an instrumented library is opened, used and closed in every run, by two threads in turn
// library: instrumented opened ../../targets/library/counter.cc
#include <dlfcn.h>

#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;

int main() {
  auto use = [] {
    std::lock_guard lock(m);
    void* library = dlopen(LIBRARY_PATH, RTLD_NOW | RTLD_LOCAL);
    assert(library);
    auto add = reinterpret_cast<int (*)(int)>(dlsym(library, "CounterAdd"));
    assert(add && add(1) == 1 && add(1) == 2);
    assert(dlclose(library) == 0);
  };
  std::thread a(use), b(use);
  a.join();
  b.join();
}
