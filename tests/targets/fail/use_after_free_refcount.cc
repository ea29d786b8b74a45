// shows: a reference count decremented and tested in two steps: both or none free the object
// kind: heap|assert
#include <atomic>
#include <cassert>
#include <thread>

struct Shared {
  std::atomic<int> references{2};
  int payload = 5;
};

static std::atomic<int> freed;

static void Release(Shared* object) {
  object->references = object->references - 1;
  if (object->references == 0) {
    freed++;
    delete object;
  }
}

int main() {
  Shared* object = new Shared;
  std::thread a(Release, object), b(Release, object);
  a.join();
  b.join();
  assert(freed == 1);
}
