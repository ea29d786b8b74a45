//: what: deferred locks are taken one after the other
//: impact: changed
//: tests: add merge try pay courses
//: unchosen: courses pay try add
//: args: merge
//: fault: deadlock
//: found: yes
//: slow: yes
#include <atomic>
#include <cassert>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

// Orders of guests; a course is a coroutine that the kitchen resumes.
class Course {
 public:
  struct promise_type {
    Course get_return_object() { return Course(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  explicit Course(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Course(Course&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  ~Course() {
    if (handle_) handle_.destroy();
  }
  bool Next() {
    if (handle_.done()) return false;
    handle_.resume();
    return true;
  }

 private:
  std::coroutine_handle<promise_type> handle_;
};

class Bill {
 public:
  void Add(int price) {
    std::lock_guard<std::mutex> held(mutex_);
    sum_ += price;
    ++items_;
  }
  void MergeFrom(Bill& other) {
    if (this == &other) return;
    std::unique_lock<std::mutex> mine(mutex_, std::defer_lock);
    std::unique_lock<std::mutex> theirs(other.mutex_, std::defer_lock);
-    std::lock(mine, theirs);
+    mine.lock();
+    theirs.lock();
    sum_ += std::exchange(other.sum_, 0);
    items_ += std::exchange(other.items_, 0);
  }
  bool TryAdd(int price) {
    std::unique_lock<std::mutex> held(mutex_, std::try_to_lock);
    if (!held.owns_lock()) return false;
    sum_ += price;
    ++items_;
    return true;
  }
  int Pay(int money) {
    std::unique_lock<std::mutex> held(mutex_);
    if (money < sum_) {
      held.unlock();
      throw std::runtime_error("too little");
    }
    money -= sum_;
    sum_ = items_ = 0;
    return money;
  }
  std::pair<int, int> State() {
    std::lock_guard<std::mutex> held(mutex_);
    return {sum_, items_};
  }

 private:
  std::mutex mutex_;
  int sum_ = 0;
  int items_ = 0;
};

static Course Serve(Bill& bill, int price) {
  bill.Add(price);
  co_await std::suspend_always{};
  bill.Add(price / 2);
}

static int Discount() {
  static const int percent = [] {
    const char* text = std::getenv("MENU_DISCOUNT");
    return text ? std::atoi(text) : 0;
  }();
  return percent;
}

static void Add() {
  Bill bill;
  std::thread other([&] { bill.Add(3 - Discount()); });
  bill.Add(4 - Discount());
  other.join();
  assert(bill.State() == std::pair(7, 2));
}
static void Merge() {
  Bill a, b;
  a.Add(1);
  b.Add(2);
  std::thread other([&] { a.MergeFrom(b); });
  b.MergeFrom(a);
  other.join();
  assert(a.State().first + b.State().first == 3);
}
static void Try() {
  Bill bill;
  bool added = false;
  std::thread other([&] { added = bill.TryAdd(1); });
  bill.Add(2);
  other.join();
  assert(bill.State().second == 1 + added);
}
static void Pay() {
  Bill bill;
  bill.Add(5);
  std::thread other([&] { bill.Add(1); });
  try {
    bill.Pay(5);
  } catch (const std::runtime_error&) {
    bill.Add(0);
  }
  other.join();
}
static void Courses() {
  Bill bill;
  std::thread kitchen([&] {
    Course soup = Serve(bill, 2);
    while (soup.Next()) {
    }
  });
  Course fish = Serve(bill, 4);
  while (fish.Next()) {
  }
  kitchen.join();
  assert(bill.State() == std::pair(9, 4));
}

int main(int argc, char** argv) {
  const std::string test = argc > 1 ? argv[1] : "add";
  if (test == "add") Add();
  if (test == "merge") Merge();
  if (test == "try") Try();
  if (test == "pay") Pay();
  if (test == "courses") Courses();
}
