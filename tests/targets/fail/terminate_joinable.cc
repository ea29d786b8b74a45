// shows: a std::thread destroyed while joinable
// kind: abort|exception
// always: yes
#include <thread>

int main() {
  std::thread thread([] {});
}
