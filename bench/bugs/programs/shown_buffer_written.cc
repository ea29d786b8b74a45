// shows: a writer fills the buffer that is not shown and shows it, N times; a reader is still at one that is filled again
// set: once
// args: 2
// args: 5
#include "bug.h"

struct Buffer {
  std::atomic<int> a{0}, b{0};
};
Buffer buffers[2];
std::atomic<int> shown{0};
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 2);
  RunAll(2, [n](int i) {
    if (i == 0) {
      for (int k = 1; k <= n; ++k) {
        const int hidden = 1 - shown.load();
        buffers[hidden].a = k;
        buffers[hidden].b = k;
        shown = hidden;
      }
      return;
    }
    Buffer& buffer = buffers[shown.load()];
    const int a = buffer.a;
    assert(buffer.b == a);
  });
}
