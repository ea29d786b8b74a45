// shows: dlopen in a run of a library built with the driver; its static state is fresh in every run
// library: instrumented opened ../library/counter.cc
// link: -ldl
#include <cassert>
#include <dlfcn.h>
#include <thread>

static int (*get)();

static void Use() {
  void* library = dlopen(LIBRARY_PATH, RTLD_NOW | RTLD_LOCAL);
  assert(library);
  reinterpret_cast<int (*)(int)>(dlsym(library, "CounterAdd"))(2);
}

int main() {
  std::thread a(Use), b(Use);
  a.join();
  b.join();
  void* library = dlopen(LIBRARY_PATH, RTLD_NOW);
  get = reinterpret_cast<int (*)()>(dlsym(library, "CounterGet"));
  assert(get() == 4);
}
