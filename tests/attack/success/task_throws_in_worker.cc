// shows: a packaged_task throws in a worker, which destroys the task while main reads what was thrown; a promise is given up
// exhaustive: yes
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

int main() {
  std::packaged_task<int()> task([]() -> int { throw std::runtime_error("no"); });
  std::future<int> number = task.get_future();
  std::promise<int> promise;
  std::future<int> never = promise.get_future();
  std::thread worker([mine = std::move(task), given_up = std::move(promise)]() mutable {
    mine();
    {
      auto gone = std::move(mine);
    }
    auto gone = std::move(given_up);
  });
  bool thrown = false, broken = false;
  try {
    number.get();
  } catch (const std::runtime_error& error) {
    thrown = std::string(error.what()) == "no";
  }
  try {
    never.get();
  } catch (const std::future_error& error) {
    broken = error.code() == std::future_errc::broken_promise;
  }
  assert(thrown && broken);
  worker.join();
}
