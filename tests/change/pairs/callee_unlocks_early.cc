//: what: a helper that is given the lock releases it before it uses what the lock guards
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
std::mutex mutex;
int balance;
void Settle(std::unique_lock<std::mutex>& lock, int sum) {
-  balance += sum;
  lock.unlock();
+  balance += sum;
}
void Work() {
  std::unique_lock<std::mutex> lock(mutex);
  Settle(lock, 5);
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
