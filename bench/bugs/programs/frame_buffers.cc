// shows: a decoder thread resizes its frames while another one still shows the last of them
// set: held
// args: 1
// args: 2
#include "bug.h"

struct Frames {
  std::atomic<int> count{2};
  std::atomic<int*> pixel{new int[2]()};
} frames;
int main(int argc, char** argv) {
  std::thread decoder([] {
    int* old = frames.pixel;
    frames.pixel = new int[1]();
    frames.count = 1;
    delete[] old;
  });
  RunAll(Count(argc, argv, 1), [](int) {
    const int n = frames.count;
    int* p = frames.pixel;
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += p[i];
    (void)sum;
  });
  decoder.join();
}
