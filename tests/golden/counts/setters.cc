// N threads set two values in turn; one more must not see the first without the second.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>
#include <vector>

std::atomic<int> first{0}, second{0};

int main(int, char** argv) {
  const int n = std::atoi(argv[1]);
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i)
    threads.emplace_back([] {
      first = 1;
      second = -1;
    });
  threads.emplace_back([] {
    const int a = first, b = second;
    assert((a == 0 && b == 0) || (a == 1 && b == -1));
  });
  for (std::thread& t : threads) t.join();
}
