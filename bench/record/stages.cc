// Three threads, each with code of its own (make, fold, check) and two of them always where the third never is: no guard can
// rest. argv[1]: items.
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

template <typename T>
class Queue {
 public:
  void Push(T value) {
    std::unique_lock lock(mutex_);
    space_.wait(lock, [&] { return items_.size() < 64; });
    items_.push_back(std::move(value));
    filled_.notify_one();
  }
  T Pop() {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [&] { return !items_.empty(); });
    T value = std::move(items_.front());
    items_.pop_front();
    space_.notify_one();
    return value;
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_, space_;
  std::deque<T> items_;
};

using Batch = std::vector<unsigned>;

static Batch Make(unsigned seed) {
  Batch out;
  for (unsigned i = 0; i < 2000; ++i) {
    seed = seed * 1664525u + 1013904223u;
    if (seed >> 30) out.push_back(seed);
  }
  return out;
}
static Batch Fold(const Batch& in) {
  Batch out;
  unsigned sum = 0;
  for (const unsigned x : in) {
    sum = x & 1 ? sum * 31 + x : sum ^ x;
    if (sum % 3 == 0) out.push_back(sum);
  }
  return out;
}
static unsigned Check(const Batch& in) {
  unsigned crc = ~0u;
  for (unsigned x : in)
    for (int k = 0; k < 8; ++k, x >>= 4) crc = (crc ^ x) & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  return crc;
}

int main(int argc, char** argv) {
  const long items = argc > 1 ? std::atol(argv[1]) : 1000;
  Queue<Batch> made, folded;
  unsigned sum = 0;
  std::thread first([&] {
    for (long i = 0; i < items; ++i) made.Push(Make(static_cast<unsigned>(i)));
  });
  std::thread second([&] {
    for (long i = 0; i < items; ++i) folded.Push(Fold(made.Pop()));
  });
  std::thread third([&] {
    for (long i = 0; i < items; ++i) sum += Check(folded.Pop());
  });
  first.join();
  second.join();
  third.join();
  return sum == 1 ? 1 : 0;
}
