// shows: the pointer is checked, cleared by another thread, and used
// set: tune
// args: 1
// args: 6
#include "bug.h"

struct Session {
  int id = 1;
};
Session session;
std::atomic<Session*> current{&session};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::thread closer([] { current = nullptr; });
  RunAll(n, [](int) {
    if (current.load() != nullptr) assert(current.load()->id == 1);
  });
  closer.join();
}
