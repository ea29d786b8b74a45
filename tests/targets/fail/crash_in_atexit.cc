// shows: a crash in an atexit handler after main returned
// kind: signal
// always: yes
#include <cstdlib>
#include <thread>

static int* volatile nothing;

int main() {
  std::atexit([] { *nothing = 1; });
  std::thread thread([] {});
  thread.join();
}
