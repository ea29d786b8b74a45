// shows: a lock guard without a name is gone at the end of its statement
// kind: race|assert
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex m;
static int counter;

static void Add() {
  std::lock_guard<std::mutex>{m};
  ++counter;
}

int main() {
  std::thread a(Add), b(Add);
  a.join(), b.join();
  assert(counter == 2);
}
