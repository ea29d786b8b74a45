//: what: an index is published by the strongest order
//: impact: changed
//: tests: stage channel lanes phases ready
//: unchosen: stage channel lanes phases ready
//: args: channel
//: fault: none
//: slow: yes
#include <array>
#include <atomic>
#include <barrier>
#include <cassert>
#include <latch>
#include <mutex>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

// Stages that hand batches to each other; each kind of stage says how it is entered (CRTP).
constexpr int kWorkers = 2;
constexpr std::array<int, 4> kLane = {0, 1, 0, 1};

template <class Derived>
class Stage {
 public:
  void Run(int value) {
    self().Enter();
    total_ += self().Weigh(value);
    self().Leave();
  }
  int total() const { return total_; }

 protected:
  void Enter() { mutex_.lock(); }
  void Leave() { mutex_.unlock(); }
  int Weigh(int value) { return value; }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }
  std::mutex mutex_;
  int total_ = 0;
  friend Derived;
};
class Plain : public Stage<Plain> {
  friend class Stage<Plain>;
};
class Doubled : public Stage<Doubled> {
  friend class Stage<Doubled>;
  int Weigh(int value) { return 2 * value; }
};

// One writer, one reader: the order of the index publishes the slot.
template <class T, unsigned kSize>
class Channel {
 public:
  bool Push(const T& value) {
    const unsigned tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == kSize) return false;
    slots_[tail % kSize] = value;
-    tail_.store(tail + 1, std::memory_order_release);
+    tail_.store(tail + 1);
    return true;
  }
  bool Pop(T* value) {
    const unsigned head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return false;
    *value = slots_[head % kSize];
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

 private:
  std::array<T, kSize> slots_{};
  std::atomic<unsigned> head_{0};
  std::atomic<unsigned> tail_{0};
};

// Accounts in lanes, each lane behind its semaphore.
class Lanes {
 public:
  void Add(int account, int amount) {
    auto& lane = lanes_[kLane[account]];
    lane.acquire();
    accounts_[account] += amount;
    sums_[kLane[account]] += amount;
    lane.release();
  }
  int Sum(int lane) {
    lanes_[lane].acquire();
    int sum = sums_[lane];
    lanes_[lane].release();
    return sum;
  }

 private:
  std::array<std::counting_semaphore<8>, 2> lanes_{std::counting_semaphore<8>(1), std::counting_semaphore<8>(1)};
  std::array<int, 4> accounts_{};
  std::array<int, 2> sums_{};
};

static void TestStage() {
  Plain plain;
  Doubled doubled;
  std::thread other([&] {
    plain.Run(1);
    doubled.Run(1);
  });
  plain.Run(2);
  doubled.Run(2);
  other.join();
  assert(plain.total() == 3 && doubled.total() == 6);
}
static void TestChannel() {
  Channel<int, 2> channel;
  std::thread writer([&] {
    for (int i = 1; i <= 2; ++i) channel.Push(i);
  });
  int value = 0, sum = 0;
  for (int i = 0; i < 3; ++i)
    if (channel.Pop(&value)) sum += value;
  writer.join();
  assert(sum <= 3);
}
static void TestLanes() {
  Lanes lanes;
  std::thread other([&] { lanes.Add(0, 5); });
  lanes.Add(2, 3);
  other.join();
  assert(lanes.Sum(0) == 8);
}
static void TestPhases() {
  std::array<int, kWorkers> parts{};
  std::array<int, kWorkers> sums{};
  std::barrier phase(kWorkers);
  auto work = [&](int self) {
    parts[self] = self + 1;
    phase.arrive_and_wait();
    for (int part : parts) sums[self] += part;
    phase.arrive_and_wait();
    parts[self] = 0;
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  assert(sums[0] == 3 && sums[1] == 3);
}
static void TestReady() {
  int config = 0;
  std::latch ready(1);
  std::thread reader([&] {
    ready.wait();
    assert(config == 4);
  });
  config = 4;
  ready.count_down();
  reader.join();
}

int main(int argc, char** argv) {
  const std::string test = argc > 1 ? argv[1] : "stage";
  if (test == "stage") TestStage();
  if (test == "channel") TestChannel();
  if (test == "lanes") TestLanes();
  if (test == "phases") TestPhases();
  if (test == "ready") TestReady();
}
