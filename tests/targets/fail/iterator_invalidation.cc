// shows: one thread walks a vector while another appends and makes it move
// kind: heap|assert|signal
#include <cassert>
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers = {1, 2, 3, 4};
  numbers.shrink_to_fit();
  std::thread appender([&] { numbers.push_back(5); });
  int sum = 0;
  for (int number : numbers) sum += number;
  appender.join();
  assert(sum == 10 || sum == 15);
}
