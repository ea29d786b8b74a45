// shows: an uncaught exception of a type without what() in main, while a thread lives
// kind: exception
// always: yes
#include <thread>

int main() {
  std::thread thread([] {});
  thread.join();
  throw 42;
}
