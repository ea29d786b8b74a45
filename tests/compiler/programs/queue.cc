#include <atomic>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <vector>

namespace store {
struct Node {
  int value;
  Node* next;
};
struct Base {
  long inherited = 0;
};
struct Queue : Base {
  std::mutex mutex;
  std::atomic<int> count{0};
  Node* head = nullptr;
  int table[4] = {};
  std::vector<int> log;
  union {
    int number;
    float real;
  } mixed;
  void Push(int v);
};

int total;
static int hidden[3];

void Queue::Push(int v) {
  std::lock_guard<std::mutex> lock(mutex);
  head = new Node{v, head};
  table[v & 3] = v;
  inherited++;
  mixed.number = v;
  log[0] = v;
  count.fetch_add(1, std::memory_order_release);
}

int Read(Queue& queue, int* plain) {
  while (!queue.count.load(std::memory_order_acquire)) {
  }
  int expected = 1;
  queue.count.compare_exchange_strong(expected, 2, std::memory_order_acq_rel, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_seq_cst);
  total = hidden[1] + *plain;
  switch (queue.head->value) {
    case 3: return total;
    case -4: return queue.head->next->value;
    default: return 0;
  }
}
}  // namespace store

void* Entry(void* argument) {
  static_cast<store::Queue*>(argument)->Push(1);
  return nullptr;
}

int main() {
  static store::Queue queue;
  queue.log.push_back(0);
  pthread_t thread;
  pthread_create(&thread, nullptr, Entry, &queue);
  std::thread second([] { queue.Push(2); });
  pthread_join(thread, nullptr);
  second.join();
  int local = 3;
  return store::Read(queue, &local) == 100;
}
