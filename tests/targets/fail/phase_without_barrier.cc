// shows: workers go on to the second phase before all have finished the first
// kind: assert
#include <cassert>
#include <thread>

static int cells[3];

int main() {
  std::thread threads[3];
  for (int i = 0; i < 3; i++) {
    threads[i] = std::thread([i] {
      cells[i] = 1;
      assert(cells[(i + 1) % 3] == 1);
    });
  }
  for (std::thread& thread : threads) thread.join();
}
