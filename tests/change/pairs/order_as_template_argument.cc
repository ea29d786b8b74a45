//: what: the default order of a template parameter became relaxed
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <atomic>
#include <thread>

-template <typename T, std::memory_order Load = std::memory_order_acquire>
+template <typename T, std::memory_order Load = std::memory_order_relaxed>
class Published {
 public:
  void Set(T* p) { pointer_.store(p, std::memory_order_release); }
  T* Get() const { return pointer_.load(Load); }

 private:
  std::atomic<T*> pointer_{nullptr};
};

struct Config {
  int level;
};
Config config;
Published<Config> published;
int seen;

int main() {
  std::thread w([] {
    config.level = 3;
    published.Set(&config);
  });
  std::thread r([] {
    if (Config* c = published.Get()) seen = c->level;
  });
  w.join();
  r.join();
}
