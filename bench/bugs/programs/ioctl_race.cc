// shows: two calls on one file: one resizes, the other uses the old size (kernel pattern)
// set: tune
// args: 1
// args: 3
#include "bug.h"

struct File {
  std::mutex m;
  std::atomic<int> size{8};
  std::atomic<int*> buffer{new int[8]()};
} file;
void Resize() {
  int* fresh = new int[2]();
  int* old = file.buffer.exchange(fresh);
  file.size = 2;
  (void)old;
}
void Use() {
  const int s = file.size;
  int* b = file.buffer;
  b[s - 1] = 1;
}
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::thread resizer(Resize);
  RunAll(n, [](int) { Use(); });
  resizer.join();
}
