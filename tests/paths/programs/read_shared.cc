// Everything that threads share was written before they began.
#include <cstdio>
#include <thread>
#include <vector>

int limit, table[8];

void work(int from) {
  int sum = 0;
  for (int i = from; i < 8; ++i)
    if (table[i] > limit) sum += table[i];
  if (sum > 10) printf("%d\n", sum);
}

int main() {
  limit = 2;
  for (int i = 0; i < 8; ++i) table[i] = i;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) threads.emplace_back(work, t);
  for (auto& thread : threads) thread.join();
}
