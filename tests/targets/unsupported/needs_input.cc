// shows: a program that needs input it does not get ends with a finding, not with a hang
// expect-exit: 1
// kind: exit
#include <iostream>
#include <string>
#include <thread>

int main() {
  std::string line;
  bool read = false;
  std::thread thread([&] { read = static_cast<bool>(std::getline(std::cin, line)); });
  thread.join();
  return read ? 0 : 2;
}
