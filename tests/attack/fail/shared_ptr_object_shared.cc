// shows: the counts of shared_ptr are safe, the pointer object itself is not
// kind: race|heap|signal
#include <memory>
#include <thread>

static std::shared_ptr<int> global = std::make_shared<int>(1);

int main() {
  std::thread a([] { global = std::make_shared<int>(2); });
  std::thread b([] {
    std::shared_ptr<int> mine = global;
    if (mine) *mine = 3;
  });
  a.join(), b.join();
}
