// shows: a crash while a thread's thread_local objects are destroyed
// kind: signal
// always: yes
#include <thread>

static int* volatile nothing;

struct Last {
  int used = 0;
  ~Last() { *nothing = 1; }
};
static thread_local Last last;

int main() {
  std::thread thread([] { last.used = 1; });
  thread.join();
}
