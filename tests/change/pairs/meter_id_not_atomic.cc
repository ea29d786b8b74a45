//: what: a static of an inline function is no longer atomic
//: impact: changed
//: tests: gauge timer registry id scratch
//: select: id
//: args: id
//: fault: race
//: found: yes
//: units: registry.cc
//: slow: yes
#include <cassert>
#include <cstring>
#include <string>
#include <thread>
#include "meter.h"
#include "registry.h"

static void TestGauge() {
  Gauge gauge;
  std::thread other([&] { gauge.Set(3); });
  gauge.Set(4);
  other.join();
  assert(gauge.Get() == 3 || gauge.Get() == 4);
}
static void TestTimer() {
  Timer timer;
  std::thread other([&] { timer.Record(5); });
  timer.Record(7);
  other.join();
  assert(timer.Max() == 7 && timer.Samples() == 2);
}
static void TestRegistry() {
  std::thread other([] { Register("a", Kind::kGauge); });
  Register("b", Kind::kTimer);
  other.join();
  assert(Registered() == 2);
}
static void TestNextId() {
  int first = 0;
  std::thread other([&] { first = NextId(); });
  int second = NextId();
  other.join();
  assert(first != second);
}
static void TestScratch() {
  std::thread other([] { assert(std::strcmp(Label("x", 1), "x1") == 0); });
  assert(std::strcmp(Label("y", 2), "y2") == 0);
  other.join();
}

int main(int argc, char** argv) {
  const std::string test = argc > 1 ? argv[1] : "gauge";
  if (test == "gauge") TestGauge();
  if (test == "timer") TestTimer();
  if (test == "registry") TestRegistry();
  if (test == "id") TestNextId();
  if (test == "scratch") TestScratch();
}
//: file: meter.h
#pragma once
#include <atomic>
#include <cstdio>
#include <mutex>

#define GUARD(m) std::lock_guard<std::mutex> held_##m(m)

enum class Kind { kGauge = 0, kTimer = 1, kOther = 2 };
constexpr int kKinds = 3;

struct Spin {
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
  void lock(std::memory_order order = std::memory_order_acquire) {
    while (flag.test_and_set(order)) {
    }
  }
  void unlock(std::memory_order order = std::memory_order_release) { flag.clear(order); }
};

class Gauge {
 public:
  void Set(int value) {
    std::lock_guard<Spin> held(spin_);
    value_ = value;
  }
  int Get() {
    std::lock_guard<Spin> held(spin_);
    return value_;
  }

 private:
  Spin spin_;
  int value_ = 0;
};

class Timer {
 public:
  void Record(int ms) {
    GUARD(mutex_);
    if (ms > max_) max_ = ms;
    ++samples_;
  }
  int Max() {
    GUARD(mutex_);
    return max_;
  }
  int Samples() {
    GUARD(mutex_);
    return samples_;
  }

 private:
  std::mutex mutex_;
  int max_ = 0;
  int samples_ = 0;
};

inline int NextId() {
-  static std::atomic<int> next{0};
-  return next.fetch_add(1);
+  static int next = 0;
+  return next++;
}
inline const char* Label(const char* name, int number) {
  static thread_local char text[16];
  std::snprintf(text, sizeof text, "%s%d", name, number);
  return text;
}
//: file: registry.h
#pragma once
#include "meter.h"
void Register(const char* name, Kind kind);
int Registered();
//: file: registry.cc
#include "registry.h"
#include <map>
#include <string>
namespace {
std::mutex locks[kKinds];
const int lock_of[kKinds] = {0, 0, 0};
std::map<std::string, Kind> meters;
}  // namespace
void Register(const char* name, Kind kind) {
  std::lock_guard<std::mutex> held(locks[lock_of[static_cast<int>(kind)]]);
  meters[name] = kind;
}
int Registered() {
  std::lock_guard<std::mutex> held(locks[lock_of[0]]);
  return static_cast<int>(meters.size());
}
