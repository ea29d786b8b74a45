// shows: an uncaught exception in a thread, with its type and what()
// kind: exception
// message: nobody catches this
// always: yes
#include <stdexcept>
#include <thread>

int main() {
  std::thread thread([] { throw std::runtime_error("nobody catches this"); });
  thread.join();
}
