// shows: two paths drop the last reference: each looks whether it is the last one before it takes its own away
// set: unseen
// args: 2
// args: 3
#include "bug.h"

struct Object {
  int payload = 1;
};
Object* object = new Object;
std::atomic<int> refs;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  refs = n;
  RunAll(n, [](int) {
    Object* mine = object;
    refs.fetch_sub(1);
    if (refs.load() == 0) delete mine;
  });
}
