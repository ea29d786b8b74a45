// shows: two call_once that need each other
// kind: deadlock
#include <mutex>
#include <thread>

static std::once_flag first, second;

static void A();
static void B();
static void A() {
  std::call_once(first, [] {
    std::call_once(second, [] {});
  });
}
static void B() {
  std::call_once(second, [] {
    std::call_once(first, [] {});
  });
}

int main() {
  std::thread a(A), b(B);
  a.join(), b.join();
}
