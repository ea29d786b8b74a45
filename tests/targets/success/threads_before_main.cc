// shows: threads made and joined by a static constructor before main and by a static destructor after it
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int counter;

struct Early {
  Early() { Run(); }
  ~Early() { Run(); }
  static void Run() {
    std::thread a([] { std::lock_guard guard(lock); counter++; });
    std::thread b([] { std::lock_guard guard(lock); counter++; });
    a.join();
    b.join();
  }
};
static Early early;

int main() {
  assert(counter == 2);
  Early::Run();
  assert(counter == 4);
}
