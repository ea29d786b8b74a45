// N threads write two values under two locks, one after the other; N more must not come in between.
#include <cassert>
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

std::mutex lock_one, lock_two;
int one, two;

void Write() {
  {
    std::lock_guard l(lock_one);
    one = 1;
  }
  std::lock_guard l(lock_two);
  two = one + 1;
}

void Check() {
  int seen;
  {
    std::lock_guard l(lock_one);
    seen = one;
  }
  if (seen == 0) return;
  std::lock_guard l(lock_two);
  assert(two == seen + 1);
}

int main(int, char** argv) {
  const int n = std::atoi(argv[1]);
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) threads.emplace_back(Write);
  for (int i = 0; i < n; ++i) threads.emplace_back(Check);
  for (std::thread& t : threads) t.join();
}
