// shows: main returns while a detached thread waits for a static condition variable: its destructor hangs
// kind: misuse
// subkind: destroyed-in-use
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable work;
static bool stop;

int main() {
  std::thread([] {
    std::unique_lock lock(m);
    work.wait(lock, [] { return stop; });
  }).detach();
}
