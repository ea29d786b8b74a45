#include "spool/bounded_queue.h"

#include <memory>
#include <thread>

#include "case.h"

using spool::BoundedQueue;

CASE(StartsEmpty) {
  BoundedQueue<int> queue(4);
  assert(queue.size() == 0);
  assert(!queue.closed());
  assert(!queue.TryPop());
}

CASE(KeepsOrder) {
  BoundedQueue<int> queue(4);
  for (int i = 0; i < 4; ++i) assert(queue.Push(i));
  for (int i = 0; i < 4; ++i) assert(queue.Pop() == i);
}

CASE(RefusesWhenFull) {
  BoundedQueue<int> queue(2);
  assert(queue.TryPush(1) && queue.TryPush(2));
  assert(!queue.TryPush(3));
  assert(queue.size() == 2);
}

CASE(RefusesWhenClosed) {
  BoundedQueue<int> queue(2);
  queue.Close();
  assert(queue.closed());
  assert(!queue.Push(1) && !queue.TryPush(1));
}

CASE(DrainsAfterClose) {
  BoundedQueue<int> queue(2);
  queue.Push(1);
  queue.Close();
  assert(queue.Pop() == 1);
  assert(!queue.Pop());
}

CASE(CapacityIsAtLeastOne) {
  BoundedQueue<int> queue(0);
  assert(queue.capacity() == 1);
  assert(queue.TryPush(7));
}

CASE(HandsOver) {
  BoundedQueue<int> queue(2);
  std::thread producer([&] {
    queue.Push(1);
    queue.Push(2);
  });
  assert(queue.Pop() == 1);
  assert(queue.Pop() == 2);
  producer.join();
}

CASE(WaitsForRoom) {
  BoundedQueue<int> queue(1);
  queue.Push(1);
  std::thread producer([&] { assert(queue.Push(2)); });
  assert(queue.Pop() == 1);
  assert(queue.Pop() == 2);
  producer.join();
}

CASE(WaitsForItem) {
  BoundedQueue<int> queue(1);
  std::thread consumer([&] { assert(queue.Pop() == 5); });
  queue.Push(5);
  consumer.join();
  assert(queue.size() == 0);
}

CASE(CloseWakesConsumer) {
  BoundedQueue<int> queue(1);
  std::thread consumer([&] { assert(!queue.Pop()); });
  queue.Close();
  consumer.join();
}

CASE(CloseWakesProducer) {
  BoundedQueue<int> queue(1);
  queue.Push(1);
  std::thread producer([&] { assert(!queue.Push(2)); });
  queue.Close();
  producer.join();
  assert(queue.Pop() == 1);
}

CASE(TwoProducers) {
  BoundedQueue<int> queue(1);
  std::thread a([&] { queue.Push(1); }), b([&] { queue.Push(2); });
  const int sum = *queue.Pop() + *queue.Pop();
  a.join();
  b.join();
  assert(sum == 3);
}

CASE(TwoConsumers) {
  BoundedQueue<int> queue(2);
  int first = 0, second = 0;
  std::thread a([&] { first = *queue.Pop(); }), b([&] { second = *queue.Pop(); });
  queue.Push(1);
  queue.Push(2);
  a.join();
  b.join();
  assert(first + second == 3);
}

CASE(MovesOnly) {
  BoundedQueue<std::unique_ptr<int>> queue(2);
  std::thread producer([&] { queue.Push(std::make_unique<int>(9)); });
  assert(**queue.Pop() == 9);
  producer.join();
}

CASES_MAIN()
