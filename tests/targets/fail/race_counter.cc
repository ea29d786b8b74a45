// shows: a counter without a lock; no schedule fails, the race is the finding
// kind: race
// message: data race on counter
#include <thread>

static int counter;

int main() {
  std::thread a([] { counter++; }), b([] { counter++; });
  a.join();
  b.join();
}
