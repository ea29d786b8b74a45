// shows: an exception that leaves a noexcept function
// kind: exception|abort
// always: yes
#include <stdexcept>
#include <thread>

static void Promise() noexcept { throw std::logic_error("not so noexcept"); }

int main() {
  std::thread thread(Promise);
  thread.join();
}
