// shows: a detached thread writes a variable of a function that has returned
// kind: heap
// subkind: use-after-return
#include <atomic>
#include <thread>

static std::atomic<int> done;

static void Start() {
  int local = 1;
  std::thread([&local] {
    local = 2;
    done = 1;
  }).detach();
}

int main() {
  Start();
  while (!done) std::this_thread::yield();
}
