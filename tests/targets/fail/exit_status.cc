// shows: a status other than 0, in one schedule only
// kind: exit
#include <atomic>
#include <thread>

static std::atomic<int> value;

int main() {
  std::thread a([] { value = 1; });
  std::thread b([] { value = 2; });
  a.join();
  b.join();
  return value == 1 ? 3 : 0;
}
