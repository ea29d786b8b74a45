//: what: both conditions become one, and notify_one stays
//: impact: changed
//: tests: send closed within pair
//: args: pair
//: fault: deadlock
//: found: yes
//: slow: yes
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// A queue with room for few, and couriers that carry parcels from it.
template <typename T>
class Mailbox {
 public:
  explicit Mailbox(size_t room) : room_(room) {}
  bool Put(T value) {
    std::unique_lock<std::mutex> held(mutex_);
-    not_full_.wait(held, [this] { return items_.size() < room_ || closed_; });
+    not_empty_.wait(held, [this] { return items_.size() < room_ || closed_; });
    if (closed_) return false;
    items_.push_back(std::move(value));
    held.unlock();
    not_empty_.notify_one();
    return true;
  }
  std::optional<T> Get() {
    std::unique_lock<std::mutex> held(mutex_);
    not_empty_.wait(held, [this] { return !items_.empty() || closed_; });
    if (items_.empty()) return std::nullopt;
    T value = std::move(items_.front());
    items_.pop_front();
-    not_full_.notify_one();
+    not_empty_.notify_one();
    return value;
  }
  std::optional<T> GetWithin(std::chrono::milliseconds limit) {
    std::unique_lock<std::mutex> held(mutex_);
    if (!not_empty_.wait_for(held, limit, [this] { return !items_.empty(); })) return std::nullopt;
    T value = std::move(items_.front());
    items_.pop_front();
-    not_full_.notify_one();
+    not_empty_.notify_one();
    return value;
  }
  void Close() {
    {
      std::lock_guard<std::mutex> held(mutex_);
      closed_ = true;
    }
    not_empty_.notify_all();
-    not_full_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable not_empty_;
-  std::condition_variable not_full_;
-  std::deque<T> items_;
+    std::deque<T> items_;
  const size_t room_;
  bool closed_ = false;
};

struct Parcel {
  int weight;
  std::shared_ptr<std::promise<int>> delivered;
};

class Office {
 public:
  explicit Office(int couriers) {
    for (int i = 0; i < couriers; ++i) couriers_.emplace_back(&Office::Carry, this);
  }
  ~Office() {
    box_.Close();
    for (std::thread& courier : couriers_) courier.join();
  }
  std::future<int> Send(int weight) {
    Parcel parcel{weight, std::make_shared<std::promise<int>>()};
    std::future<int> result = parcel.delivered->get_future();
    if (!box_.Put(parcel)) parcel.delivered->set_value(-1);
    return result;
  }
  int Carried() {
    std::lock_guard<std::mutex> held(mutex_);
    return carried_;
  }

 private:
  void Carry() {
    while (std::optional<Parcel> parcel = box_.Get()) {
      {
        std::lock_guard<std::mutex> held(mutex_);
        carried_ += parcel->weight;
      }
      parcel->delivered->set_value(parcel->weight);
    }
  }

  Mailbox<Parcel> box_{1};
  std::mutex mutex_;
  int carried_ = 0;
  std::vector<std::thread> couriers_;
};

static void Send() {
  Office office(1);
  std::future<int> a = office.Send(2);
  std::future<int> b = office.Send(3);
  assert(b.get() == 3 && a.get() == 2);
  assert(office.Carried() == 5);
}
static void Closed() {
  Mailbox<int> box(1);
  std::thread writer([&] {
    box.Put(1);
    box.Put(2);
  });
  std::thread reader([&] { box.Get(); });
  box.Close();
  writer.join();
  reader.join();
}
static void Within() {
  Mailbox<int> box(2);
  int got = 0;
  std::thread reader([&] {
    if (std::optional<int> value = box.GetWithin(std::chrono::milliseconds(5))) got = *value;
  });
  box.Put(7);
  reader.join();
  assert(got == 0 || got == 7);
}
static void Pair() {
  Office office(2);
  office.Send(1);
  std::future<int> last = office.Send(1);
  last.get();
}

int main(int argc, char** argv) {
  const std::string test = argc > 1 ? argv[1] : "send";
  if (test == "send") Send();
  if (test == "closed") Closed();
  if (test == "within") Within();
  if (test == "pair") Pair();
}
