//: what: the class no longer hides the hook of its CRTP base, which does not lock
//: impact: changed
//: tests: note log attach shared
//: chosen: note
//: unchosen: log attach shared
//: args: note
//: slow: yes
//: fault: race
//: found: yes
#include <array>
#include <atomic>
#include <cassert>
#include <cstring>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

// A log that writes to several channels.
enum class Level { kDebug = 0, kInfo = 1, kError = 2 };
constexpr std::array<int, 3> kStripeOf = {0, 1, 1};

template <class Self>
class Counted {
 public:
  void Note(int n) { static_cast<Self*>(this)->Account(n); }
  void Account(int n) { total_ += n; }

 protected:
  int total_ = 0;
};

class Channel {
 public:
  virtual ~Channel() = default;
  virtual void Write(const std::string& line) = 0;
  virtual std::size_t Size() const = 0;
  virtual void Flush() {}
};

class Memory final : public Channel, public Counted<Memory> {
 public:
  void Write(const std::string& line) override {
    std::lock_guard<std::mutex> held(mutex_);
    lines_.push_back(line);
    bytes_ += line.size();
-  }
-  void Account(int n) {
-    std::lock_guard<std::mutex> held(mutex_);
-    total_ += n;
  }
  std::size_t Size() const override {
    std::lock_guard<std::mutex> held(mutex_);
    return bytes_;
  }
  int Total() const {
    std::lock_guard<std::mutex> held(mutex_);
    return total_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
  std::size_t bytes_ = 0;
};

class Null final : public Channel {
 public:
  void Write(const std::string& line) override { dropped_ += line.size(); }
  std::size_t Size() const override { return dropped_; }

 private:
  std::atomic<std::size_t> dropped_{0};
};

class Mux {
 public:
  explicit Mux(Level least = Level::kInfo) : least_(least) {}
  void Attach(std::shared_ptr<Channel> channel) {
    std::unique_lock<std::shared_mutex> held(lock_);
    channels_.push_back(std::move(channel));
  }
  void Log(Level level, const std::string& text) {
    if (level < least_.load(std::memory_order_relaxed)) return;
    {
      std::shared_lock<std::shared_mutex> held(lock_);
      for (auto& channel : channels_) channel->Write(text);
    }
    Count(level, 1);
  }
  void Count(Level level, int n) {
    int which = static_cast<int>(level);
    std::lock_guard<std::mutex> held(stripes_[kStripeOf[which]]);
    counts_[which == 0 ? 0 : 1] += n;
  }
  void Quiet(Level level) { least_.store(level); }
  std::size_t Bytes() const {
    std::shared_lock<std::shared_mutex> held(lock_);
    std::size_t sum = 0;
    for (const auto& channel : channels_) sum += channel->Size();
    return sum;
  }

 private:
  std::atomic<Level> least_;
  mutable std::shared_mutex lock_;
  std::vector<std::shared_ptr<Channel>> channels_;
  std::array<std::mutex, 2> stripes_;
  std::array<int, 2> counts_{};
};

static Mux& Shared() {
  static Mux mux;
  return mux;
}

static void TestNote() {
  Memory memory;
  std::thread a([&] { memory.Note(1); });
  std::thread b([&] { memory.Note(2); });
  a.join();
  b.join();
  assert(memory.Total() == 3);
}
static void TestLog() {
  Mux mux;
  mux.Attach(std::make_shared<Memory>());
  std::thread a([&] { mux.Log(Level::kInfo, "a"); });
  std::thread b([&] { mux.Log(Level::kError, "bb"); });
  a.join();
  b.join();
  assert(mux.Bytes() == 3);
}
static void TestAttach() {
  Mux mux;
  std::thread a([&] { mux.Attach(std::make_shared<Null>()); });
  std::thread b([&] { mux.Bytes(); });
  a.join();
  b.join();
}
static void TestShared() {
  std::thread a([] { Shared().Log(Level::kDebug, "x"); });
  std::thread b([] { Shared().Quiet(Level::kError); });
  a.join();
  b.join();
}
int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "log";
  if (!std::strcmp(name, "note")) TestNote();
  if (!std::strcmp(name, "log")) TestLog();
  if (!std::strcmp(name, "attach")) TestAttach();
  if (!std::strcmp(name, "shared")) TestShared();
}
