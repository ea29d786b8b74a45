//: what: everything but main goes into a namespace, the constant loses inline
//: impact: same
//: tests: phase wear turn ask
//: args: phase
//: fault: none
//: slow: yes
#include <array>
#include <barrier>
#include <cassert>
#include <functional>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <numeric>
#include <semaphore>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

-// Work in phases: all parts are filled, then all are summed.
+namespace stage {
+// Work in phases.
-inline constexpr int kParts = 2;
+constexpr int kParts = 2;

struct Slot {
  int filled = 0;
  int summed = 0;
};

class Phases {
 public:
  explicit Phases(int threads) : between_(threads), done_(threads), slots_(threads) {}
  void Run(int me) {
    slots_[me].filled = me + 1;
    between_.arrive_and_wait();
    int sum = 0;
    for (const Slot& slot : slots_) sum += slot.filled;
    slots_[me].summed = sum;
    done_.count_down();
  }
  int Wait() {
    done_.wait();
    return slots_.front().summed;
  }

 private:
  std::barrier<> between_;
  std::latch done_;
  std::vector<Slot> slots_;
};

// Tools that few may hold at a time.
class Tools {
 public:
  class Lease {
   public:
    explicit Lease(Tools* tools) : tools_(tools) { tools_->free_.acquire(); }
    Lease(Lease&& other) noexcept : tools_(std::exchange(other.tools_, nullptr)) {}
    ~Lease() {
      if (tools_) tools_->free_.release();
    }

   private:
    Tools* tools_;
  };
  Lease Borrow() { return Lease(this); }
  void Wear(int by) {
    Lease lease = Borrow();
    worn_ += by;
  }
  int worn() const { return worn_; }

 private:
  std::counting_semaphore<4> free_{1};
  int worn_ = 0;
};

// Turns a wheel until it is asked to stop.
class Wheel {
 public:
  Wheel() : turner_([this](std::stop_token stop) { Turn(stop); }) {}
  ~Wheel() {
    turner_.request_stop();
    wake_.release();
    turner_.join();
    assert(turns_ >= 1);
  }
  void Push() {
    std::lock_guard<std::mutex> held(mutex_);
    ++pushed_;
  }

 private:
  void Turn(std::stop_token stop) {
    do {
      wake_.acquire();
      std::lock_guard<std::mutex> held(mutex_);
      turns_ += 1 + pushed_;
    } while (!stop.stop_requested());
  }

  std::mutex mutex_;
  std::binary_semaphore wake_{0};
  int pushed_ = 0;
  int turns_ = 0;
  std::jthread turner_;
};

static void Phase() {
  Phases phases(kParts);
  std::vector<std::jthread> threads;
  for (int i = 0; i < kParts; ++i) threads.emplace_back([&phases, i] { phases.Run(i); });
  assert(phases.Wait() == 3);
}
static void Wear() {
  Tools tools;
  {
    std::jthread a([&] { tools.Wear(1); });
    std::jthread b([&] { tools.Wear(2); });
  }
  assert(tools.worn() == 3);
}
static void Turn() {
  Wheel wheel;
  wheel.Push();
}
static void Ask() {
  auto numbers = std::make_shared<std::array<int, 3>>();
  numbers->fill(2);
  std::future<int> sum = std::async(std::launch::async, [numbers] { return std::accumulate(numbers->begin(), numbers->end(), 0); });
  assert(sum.get() == 6);
  numbers->fill(0);
}

+}  // namespace stage
+using namespace stage;
+
int main(int argc, char** argv) {
  const std::string test = argc > 1 ? argv[1] : "phase";
  if (test == "phase") Phase();
  if (test == "wear") Wear();
  if (test == "turn") Turn();
  if (test == "ask") Ask();
}
