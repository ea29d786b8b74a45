//: what: there is one stripe
//: impact: changed
//: tests: crossed restock total apart
//: unchosen: apart
//: args: crossed
//: fault: none
//: slow: yes
#include <array>
#include <cassert>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

// The stock of a warehouse in stripes. A move takes the locks of both stripes, in the order of their addresses.
using Sku = int;
-constexpr int kStripes = 4;
+constexpr int kStripes = 1;
inline int StripeOf(Sku sku) { return sku % kStripes; }

class Stripe {
 public:
  std::mutex& lock() { return mutex_; }
  int Count(Sku sku) const {
    auto it = items_.find(sku);
    return it == items_.end() ? 0 : it->second;
  }
  void Put(Sku sku, int n) { items_[sku] += n; }
  bool Take(Sku sku, int n) {
    auto it = items_.find(sku);
    if (it == items_.end() || it->second < n) return false;
    it->second -= n;
    return true;
  }

 private:
  std::mutex mutex_;
  std::map<Sku, int> items_;
};

class Depot {
 public:
  void Restock(Sku sku, int n) {
    Stripe& stripe = stripes_[StripeOf(sku)];
    std::lock_guard<std::mutex> held(stripe.lock());
    stripe.Put(sku, n);
  }
  bool Move(Sku from, Sku to, int n) {
    Stripe* a = &stripes_[StripeOf(from)];
    Stripe* b = &stripes_[StripeOf(to)];
    if (a == b) {
      std::lock_guard<std::mutex> held(a->lock());
      if (!a->Take(from, n)) return false;
      a->Put(to, n);
      return true;
    }
    Stripe* first = std::less<Stripe*>{}(a, b) ? a : b;
    Stripe* second = first == a ? b : a;
    std::unique_lock<std::mutex> one(first->lock());
    std::unique_lock<std::mutex> two(second->lock());
    if (!a->Take(from, n)) return false;
    b->Put(to, n);
    return true;
  }
  int Total() {
    std::vector<std::unique_lock<std::mutex>> held;
    for (Stripe& stripe : stripes_) held.push_back(std::unique_lock<std::mutex>(stripe.lock()));
    int sum = 0;
    for (Sku sku = 0; sku < 8; ++sku) sum += stripes_[StripeOf(sku)].Count(sku);
    return sum;
  }

 private:
  std::array<Stripe, kStripes> stripes_;
};

static void Crossed() {
  Depot depot;
  depot.Restock(2, 5);
  depot.Restock(1, 5);
  std::thread other([&] { depot.Move(2, 5, 1); });
  depot.Move(1, 6, 1);
  other.join();
}
static void Restock() {
  Depot depot;
  std::thread other([&] { depot.Restock(5, 1); });
  depot.Move(1, 5, 1);
  depot.Restock(1, 1);
  other.join();
}
static void Total() {
  Depot depot;
  depot.Restock(3, 5);
  std::thread other([&] { depot.Move(3, 4, 2); });
  int total = depot.Total();
  other.join();
  assert(total == 5);
}
static void Apart() {
  Stripe one, two;
  std::thread other([&] { one.Put(1, 1); });
  two.Put(2, 1);
  other.join();
  assert(one.Count(1) == two.Count(2));
}

int main(int argc, char** argv) {
  const std::string test = argc > 1 ? argv[1] : "crossed";
  if (test == "crossed") Crossed();
  if (test == "restock") Restock();
  if (test == "total") Total();
  if (test == "apart") Apart();
}
