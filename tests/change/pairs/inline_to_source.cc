//: what: functions that were inline in a header move to a source file
//: impact: same
//: fault: none
//: units: bank.cc
//: slow: yes
#include <thread>
#include "bank.h"
int main() {
  Bank bank;
  std::thread a([&] { bank.Deposit(5); }), b([&] { bank.Deposit(6); });
  a.join();
  b.join();
  return bank.Sum() != 11;
}
//: file: bank.h
#pragma once
#include <mutex>
class Bank {
 public:
-  void Deposit(int n) {
-    std::lock_guard<std::mutex> guard(mutex_);
-    sum_ += n;
-  }
-  int Sum() {
-    std::lock_guard<std::mutex> guard(mutex_);
-    return sum_;
-  }
+  void Deposit(int n);
+  int Sum();

 private:
  std::mutex mutex_;
  int sum_ = 0;
};
//: file: bank.cc
#include "bank.h"
+void Bank::Deposit(int n) {
+  std::lock_guard<std::mutex> guard(mutex_);
+  sum_ += n;
+}
+int Bank::Sum() {
+  std::lock_guard<std::mutex> guard(mutex_);
+  return sum_;
+}
