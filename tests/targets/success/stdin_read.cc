// shows: standard input is the same in every run, read by several threads
// stdin: stdin_read.txt
#include <cassert>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

static std::mutex lock;
static int sum;

static void Read() {
  for (;;) {
    std::lock_guard guard(lock);
    int number;
    if (!(std::cin >> number)) return;
    sum += number;
  }
}

int main() {
  std::string header;
  assert(std::getline(std::cin, header) && header == "numbers");
  std::thread a(Read), b(Read);
  a.join();
  b.join();
  assert(sum == 15);
}
