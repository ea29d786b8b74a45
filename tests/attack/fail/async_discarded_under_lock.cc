// shows: a discarded future of std::async waits in its destructor, here with the lock held that its task needs
// kind: deadlock
#include <future>
#include <mutex>
std::mutex m;
int n;
int main() {
  std::lock_guard g(m);
  std::async(std::launch::async, [] {
    std::lock_guard g(m);
    ++n;
  });
}
