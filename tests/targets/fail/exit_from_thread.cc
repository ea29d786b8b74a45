// shows: exit with a status from a thread
// kind: exit
// always: yes
#include <stdlib.h>
#include <thread>

int main() {
  std::thread thread([] { exit(7); });
  thread.join();
}
