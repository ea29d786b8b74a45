// shows: an object is put into the list before the caller has finished with it (kernel pattern)
// set: held
// args: 1
// args: 4
#include "bug.h"

struct Port {
  int number = 0;
};
std::mutex list_lock;
Port* listed;
int main(int argc, char** argv) {
  std::thread create([] {
    Port* fresh = new Port;
    {
      std::lock_guard l(list_lock);
      listed = fresh;
    }
    fresh->number = 5;
  });
  RunAll(Count(argc, argv, 1), [](int) {
    std::lock_guard l(list_lock);
    delete listed;
    listed = nullptr;
  });
  create.join();
}
