// shows: an impossible request fails with ENOMEM or bad_alloc and leaves the heap usable
#include <cassert>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <thread>

static void* volatile result;  // keeps the compiler from folding the calls away

int main() {
  std::thread thread([] {
    volatile size_t huge = SIZE_MAX / 2;
    result = malloc(huge);
    assert(result == nullptr && errno == ENOMEM);
    volatile size_t count = SIZE_MAX / 8;
    result = calloc(count, 16);
    assert(result == nullptr);
    bool caught = false;
    try {
      result = new char[huge];
    } catch (const std::bad_alloc&) {
      caught = true;
    }
    assert(caught);
    result = new int(3);
    delete static_cast<int*>(result);
  });
  thread.join();
}
