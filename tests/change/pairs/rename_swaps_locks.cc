//: what: two locks of a class exchange their names in one of the two methods
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
struct Account {
  std::mutex credit_mutex, debit_mutex;
  int credit = 0, debit = 0;
  void Pay() {
-    { std::lock_guard<std::mutex> guard(credit_mutex); ++credit; }
-    { std::lock_guard<std::mutex> guard(debit_mutex); ++debit; }
+    { std::lock_guard<std::mutex> guard(debit_mutex); ++credit; }
+    { std::lock_guard<std::mutex> guard(credit_mutex); ++debit; }
  }
  void Take() {
    { std::lock_guard<std::mutex> guard(credit_mutex); --credit; }
    { std::lock_guard<std::mutex> guard(debit_mutex); --debit; }
  }
};
Account account;
int main() {
  std::thread a([] { account.Pay(); }), b([] { account.Take(); });
  a.join();
  b.join();
}
