// shows: a task's context is read while the task exits and drops it (kernel pattern)
// set: tune
// args: 1
// args: 4
#include "bug.h"

struct Context {
  int priority = 2;
};
std::atomic<Context*> context{new Context};
std::mutex task;
int main(int argc, char** argv) {
  std::thread exits([] {
    Context* old;
    {
      std::lock_guard l(task);
      old = context.exchange(nullptr);
    }
    delete old;
  });
  RunAll(Count(argc, argv, 1), [](int) {
    int p = 0;
    if (context) p = context.load()->priority;
    (void)p;
  });
  exits.join();
}
