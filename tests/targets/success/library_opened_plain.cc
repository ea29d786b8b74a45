// shows: dlopen and dlclose in a run of a library built without the driver
// library: plain opened ../library/counter.cc
// link: -ldl
#include <cassert>
#include <dlfcn.h>
#include <thread>

static void Use() {
  void* library = dlopen(LIBRARY_PATH, RTLD_NOW);
  assert(library);
  auto add = reinterpret_cast<int (*)(int)>(dlsym(library, "CounterAdd"));
  assert(add && add(1) >= 1);
  assert(dlsym(library, "NoSuchName") == nullptr && dlerror() != nullptr);
  assert(dlclose(library) == 0);
}

int main() {
  std::thread a(Use), b(Use);
  a.join();
  b.join();
}
