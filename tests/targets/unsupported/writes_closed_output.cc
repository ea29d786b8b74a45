// shows: a program that closes its own standard output, error and input is explored all the same
// schedules: 20
// expect-exit: 0
#include <thread>
#include <unistd.h>

int main() {
  std::thread thread([] {
    close(0);
    close(1);
    close(2);
  });
  thread.join();
}
