// Four producers and four consumers of equally many items: all of them end, and every item is consumed.
#include <cassert>
#include <deque>
#include <thread>
#include <vector>

#include "workers.h"

int main() {
  const int pairs = 4, items = 1;
  Buffer buffer(1);
  Books books;
  std::deque<Producer> producers;
  std::deque<Consumer> consumers;
  for (int i = 0; i < pairs; i++) {
    producers.emplace_back(buffer, books, 10 * i);
    consumers.emplace_back(buffer, books);
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < pairs; i++) {
    threads.emplace_back(&Producer::run, &producers[i], items);
    threads.emplace_back(&Consumer::run, &consumers[i], items);
  }
  for (std::thread& thread : threads) thread.join();
  assert(books.balanced());
}
