// shows: a port is looked up by one thread and freed by another before it is used (kernel pattern)
// set: tune
// args: 1
// args: 4
#include "bug.h"

struct Port {
  int number = 3;
};
std::mutex ports;
Port* port = new Port;
int main(int argc, char** argv) {
  std::thread remove([] {
    std::lock_guard l(ports);
    delete port;
    port = nullptr;
  });
  RunAll(Count(argc, argv, 1), [](int) {
    Port* p;
    {
      std::lock_guard l(ports);
      p = port;
    }
    if (p) assert(p->number == 3);
  });
  remove.join();
}
