//: what: a constructor that converts makes an overload possible that does not lock
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
static std::mutex m;
static int total;
struct Amount {
  int n;
-  explicit Amount(int value) : n(value) {}
+  Amount(int value) : n(value) {}
};
struct Account {
  void Add(long n) {
    std::lock_guard<std::mutex> held(m);
    total += n;
  }
};
struct Fast : Account {
  void Add(const Amount& amount) { total += amount.n; }
  template <class T>
  void Put(T n) {
    if constexpr (requires { Take(n); }) Add(n);
    else Account::Add(n);
  }
  static void Take(Amount) {}
};
static Fast account;
int main() {
  std::thread a([] { account.Put(1); }), b([] { account.Put(2); });
  a.join();
  b.join();
  return total == 0;
}
