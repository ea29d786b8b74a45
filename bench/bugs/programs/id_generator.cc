// shows: ids are unique but for two threads that read the counter before either writes it
// set: tune
// args: 2
// args: 10
// args: 50
#include "bug.h"

int next_id;
std::mutex m;
bool used[256];
int main(int argc, char** argv) {
  RunAll(Count(argc, argv, 2), [](int) {
    const int id = next_id;
    next_id = id + 1;
    std::lock_guard l(m);
    assert(!used[id]);
    used[id] = true;
  });
}
