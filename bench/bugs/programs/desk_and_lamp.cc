// shows: one takes the desk and then the lamp, one the lamp and then the desk, after some other work
// set: unseen
// args: 1
// args: 4
#include "bug.h"

std::mutex desk, lamp, notes;
int pages;
int main(int argc, char** argv) {
  const int work = Count(argc, argv, 1);
  auto note = [] {
    std::lock_guard hold(notes);
    ++pages;
  };
  std::thread a([&] {
    for (int i = 0; i < work; ++i) note();
    std::lock_guard first(desk);
    note();
    std::lock_guard second(lamp);
  });
  std::thread b([&] {
    std::lock_guard first(lamp);
    for (int i = 0; i < work; ++i) note();
    std::lock_guard second(desk);
  });
  a.join(), b.join();
}
