// A block of three statements becomes a function of its own, unmodified (1); only two statements do (2).
#include <mutex>
#include <thread>

struct Box {
  std::mutex m;
  int x, y, z;
};
static Box box;

#if V == 1
static void Store(int value) {
  box.x = value;
  box.y = value + 1;
  box.z = value + 2;
}
#elif V == 2
static void Store(int value) {
  box.x = value;
  box.y = value + 1;
}
#endif

static void Put(int value) {
  std::lock_guard<std::mutex> guard(box.m);
#if V == 0
  box.x = value;
  box.y = value + 1;
  box.z = value + 2;
#elif V == 1
  Store(value);
#else
  Store(value);
  box.z = value + 2;
#endif
}

static void Get() {
  std::lock_guard<std::mutex> guard(box.m);
  box.x = box.y + box.z;
}

int main() {
  std::thread a([] { Put(3); });
  std::thread b([] { Get(); });
  a.join();
  b.join();
}
