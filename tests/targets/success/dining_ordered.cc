// shows: dining philosophers who take the lower fork first never deadlock
#include <algorithm>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  const int count = 4;
  std::vector<std::mutex> forks(count);
  std::vector<int> meals(count);
  std::vector<std::thread> philosophers;
  for (int i = 0; i < count; i++) {
    philosophers.emplace_back([&, i] {
      int left = i, right = (i + 1) % count;
      std::lock_guard lower(forks[std::min(left, right)]);
      std::lock_guard upper(forks[std::max(left, right)]);
      meals[i]++;
    });
  }
  for (std::thread& philosopher : philosophers) philosopher.join();
  for (int meal : meals) assert(meal == 1);
}
