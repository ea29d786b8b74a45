// shows: a key is read after its type was checked and before it is revoked (kernel pattern)
// set: held
// args: 1
// args: 4
#include "bug.h"

struct Key {
  std::atomic<int> state{1};
  std::atomic<int*> payload{new int(1)};
} key;
int main(int argc, char** argv) {
  const int n = Count(argc, argv, 1);
  std::thread revoker([] {
    key.state = -1;
    delete key.payload.exchange(nullptr);
  });
  RunAll(n, [](int) {
    if (key.state == 1) {
      int* p = key.payload;
      assert(*p == 1);
    }
  });
  revoker.join();
}
