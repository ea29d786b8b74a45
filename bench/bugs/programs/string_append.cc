// shows: append reads the length of the other string, which is shortened before it is copied
// set: held
// args: 1
// args: 3
#include "bug.h"

struct Text {
  std::mutex m;
  int length = 4;
  char* bytes = new char[4]{};
  int Length() {
    std::lock_guard l(m);
    return length;
  }
  void Copy(int n, char* to) {
    std::lock_guard l(m);
    assert(n <= length);
    for (int i = 0; i < n; ++i) to[i] = bytes[i];
  }
  void Erase() {
    std::lock_guard l(m);
    length = 0;
  }
} other;
int main(int argc, char** argv) {
  std::thread eraser([] { other.Erase(); });
  RunAll(Count(argc, argv, 1), [](int) {
    char here[8];
    other.Copy(other.Length(), here);
  });
  eraser.join();
}
