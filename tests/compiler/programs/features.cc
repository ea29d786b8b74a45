// What C++ can do to a pass: templates, lambdas, exceptions through frames, virtual and multiple inheritance, containers,
// static locals, thread_local, threads with every kind of lock.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#if __cplusplus >= 202002L
#include <barrier>
#include <latch>
#include <semaphore>
#endif
#if __cplusplus >= 201703L
#include <optional>
#include <shared_mutex>
#include <variant>
#endif

struct Base {
  int base = 1;
  virtual ~Base() {}
  virtual int Value() const { return base; }
};
struct Other {
  int other = 2;
  virtual int More() { return other; }
};
struct Derived : Base, Other {
  int Value() const override { return base + 10; }
  int More() override { return other + 20; }
};
struct Diamond : virtual Base {
  int own = 4;
};

template <typename T, int N>
struct Ring {
  T items[N] = {};
  int head = 0;
  void Push(T value) { items[head++ % N] = value; }
  T operator[](int i) const { return items[i % N]; }
};

struct Guarded {
  std::mutex mutex;
  std::condition_variable ready;
  std::vector<std::string> log;
  std::atomic<int> count{0};
  bool done = false;
  void Add(int v) {
    std::lock_guard<std::mutex> lock(mutex);
    log.push_back("item " + std::to_string(v));
    count.fetch_add(1, std::memory_order_release);
    ready.notify_all();
  }
  void Wait(int n) {
    std::unique_lock<std::mutex> lock(mutex);
    ready.wait(lock, [&] { return count.load(std::memory_order_acquire) >= n; });
    done = true;
  }
};

struct Counted {
  static int alive;
  Counted() { ++alive; }
  ~Counted() { --alive; }
};
int Counted::alive = 0;

int Throwing(int depth) {
  Counted counted;
  if (depth == 0) throw std::runtime_error("deep");
  return Throwing(depth - 1) + 1;
}

int Static() {
  static std::string text = "static";
  return static_cast<int>(text.size());
}

thread_local std::vector<int> mine;

int main() {
  Derived derived;
  Diamond diamond;
  Base* base = &derived;
  Other* other = &derived;
  std::printf("%d %d %d\n", base->Value(), other->More(), diamond.Value() + diamond.own);

  Ring<double, 3> ring;
  for (int i = 0; i < 7; ++i) ring.Push(i * 0.5);
  std::printf("%.1f %.1f\n", ring[0], ring[1]);

  int caught = 0;
  try {
    Throwing(5);
  } catch (const std::exception& e) {
    caught = static_cast<int>(std::string(e.what()).size());
  }
  std::printf("%d %d %d\n", caught, Counted::alive, Static());

  Guarded guarded;
  std::thread first([&] { for (int i = 0; i < 20; ++i) guarded.Add(i); });
  std::thread second(&Guarded::Add, &guarded, 99);
  guarded.Wait(21);
  first.join();
  second.join();
  std::sort(guarded.log.begin(), guarded.log.end());
  std::printf("%zu %s %d\n", guarded.log.size(), guarded.log.back().c_str(), guarded.done);

  std::map<std::string, std::unique_ptr<Base>> map;
  map["a"].reset(new Derived);
  map["b"].reset(new Base);
  int sum = 0;
  for (auto& entry : map) sum += entry.second->Value();
  std::function<int(int)> fib = [&](int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); };
  auto future = std::async(std::launch::async, [&] { mine.push_back(3); return fib(12) + static_cast<int>(mine.size()); });
  std::printf("%d %d %zu\n", sum, future.get(), mine.size());

#if __cplusplus >= 201703L
  std::shared_mutex shared;
  std::variant<int, std::string> variant = std::string("v");
  std::optional<int> maybe;
  {
    std::shared_lock<std::shared_mutex> lock(shared);
    maybe = static_cast<int>(std::get<std::string>(variant).size());
  }
  std::printf("%d\n", *maybe);
#endif
#if __cplusplus >= 202002L
  std::latch latch(2);
  std::counting_semaphore<4> semaphore(0);
  std::barrier barrier(2);
  std::atomic<int> flag{0};
  std::jthread worker([&] {
    latch.count_down();
    semaphore.release();
    barrier.arrive_and_wait();
    flag.store(1);
    flag.notify_one();
  });
  latch.arrive_and_wait();
  semaphore.acquire();
  barrier.arrive_and_wait();
  flag.wait(0);
  std::printf("%d\n", flag.load());
#endif
}
