// shows: a program that was not built with the driver is refused, with a line that says how to build it
// build: plain
// expect-exit: 3
// message: reweave-c\+\+
#include <thread>

int main() {
  std::thread thread([] {});
  thread.join();
}
