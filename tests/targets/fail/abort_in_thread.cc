// shows: abort is reported as such
// kind: abort
// always: yes
#include <cstdlib>
#include <thread>

int main() {
  std::thread thread([] { std::abort(); });
  thread.join();
}
