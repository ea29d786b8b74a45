// shows: a failed assertion names its expression, file and line
// kind: assert
// message: two == 3
// always: yes
#include <cassert>
#include <thread>

int main() {
  int two = 2;
  std::thread thread([&] { assert(two == 3); });
  thread.join();
}
