//: what: an override no longer calls the base, and counts by itself
//: impact: changed
//: tests: frames bytes plain wide reversed
//: chosen: reversed
//: unchosen: frames bytes plain wide
//: args: reversed
//: fault: race
//: found: yes
//: slow: yes
#include <array>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// Frames are written by codecs; a policy decides how a codec locks.
struct NoLock {
  void lock() {}
  void unlock() {}
};
enum class Sharing { kAlone, kThreads };
template <Sharing S>
struct LockOf {
  using type = std::mutex;
};
template <>
struct LockOf<Sharing::kAlone> {
  using type = NoLock;
};

struct Options {
  int width = 2;
  bool checked = true;
  Sharing sharing = Sharing::kThreads;
};

template <typename Lock>
class Guard {
 public:
  explicit Guard(Lock& lock, bool take = true) : lock_(lock), taken_(take) {
    if (taken_) lock_.lock();
  }
  ~Guard() {
    if (taken_) lock_.unlock();
  }

 private:
  Lock& lock_;
  bool taken_;
};

template <typename T, Sharing S = Sharing::kThreads>
class Frame {
 public:
  template <typename... Values>
  void Write(Values... values) {
    Guard<typename LockOf<S>::type> held(lock_);
    (Append(static_cast<T>(values)), ...);
  }
  size_t Size() {
    Guard<typename LockOf<S>::type> held(lock_);
    return used_;
  }
  T At(size_t i) {
    Guard<typename LockOf<S>::type> held(lock_);
    if constexpr (std::is_signed_v<T>)
      return bytes_[i];
    else
      return bytes_[i] & 0x7f;
  }

 private:
  void Append(T value) {
    if (used_ < bytes_.size()) bytes_[used_++] = value;
  }
  typename LockOf<S>::type lock_;
  std::array<T, 8> bytes_{};
  size_t used_ = 0;
};

class Codec {
 public:
  explicit Codec(Options options) : options_(options) {}
  virtual ~Codec() = default;
  virtual int Encode(int value) {
    Guard<std::mutex> held(mutex_, NeedsLock());
    ++encoded_;
    return value * options_.width;
  }
  int encoded() {
    Guard<std::mutex> held(mutex_, NeedsLock());
    return encoded_;
  }

 protected:
  bool NeedsLock() const { return options_.sharing == Sharing::kThreads; }
  const Options options_;
  std::mutex mutex_;
  int encoded_ = 0;
};

class Reversed : public Codec {
 public:
  using Codec::Codec;
-  int Encode(int value) override { return -Codec::Encode(value); }
+  int Encode(int value) override {
+    ++encoded_;
+    return -value * options_.width;
+  }
};

using Factory = std::function<std::unique_ptr<Codec>()>;
static const std::pair<const char*, Factory> kFactories[] = {
    {"plain", [] { return std::make_unique<Codec>(Options{}); }},
    {"wide", [] { return std::make_unique<Codec>(Options{.width = 4}); }},
    {"reversed", [] { return std::make_unique<Reversed>(Options{.checked = false}); }},
};
static std::unique_ptr<Codec> Make(const std::string& name) {
  for (const auto& [there, make] : kFactories)
    if (name == there) return make();
  return nullptr;
}

static void Frames() {
  Frame<int> frame;
  std::thread other([&] { frame.Write(1, 2); });
  frame.Write(3);
  other.join();
  assert(frame.Size() == 3);
}
static void Bytes() {
  Frame<unsigned char> frame;
  std::thread other([&] { frame.Write(200); });
  size_t size = frame.Size();
  other.join();
  assert(size <= 1 && frame.At(0) == 72);
}
static void Run(const char* name) {
  std::unique_ptr<Codec> codec = Make(name);
  std::thread other([&] { codec->Encode(1); });
  codec->Encode(2);
  other.join();
  assert(codec->encoded() == 2);
}

int main(int argc, char** argv) {
  const std::string test = argc > 1 ? argv[1] : "frames";
  if (test == "frames") Frames();
  if (test == "bytes") Bytes();
  if (test == "plain" || test == "wide" || test == "reversed") Run(test.c_str());
}
