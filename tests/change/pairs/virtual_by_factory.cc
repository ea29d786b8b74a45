//: what: a map of factories makes another class for one name
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
static std::mutex mutex;
static int total;
struct Sink {
  virtual ~Sink() = default;
  virtual void Put() = 0;
};
struct Safe : Sink {
  void Put() override {
    std::lock_guard<std::mutex> held(mutex);
    ++total;
  }
};
struct Fast : Sink {
  void Put() override { ++total; }
};
static std::map<std::string, std::function<std::unique_ptr<Sink>()>> makers = {
    {"fast", [] { return std::make_unique<Fast>(); }},
-    {"safe", [] { return std::make_unique<Safe>(); }},
+    {"safe", [] { return std::make_unique<Fast>(); }},
};
int main() {
  auto sink = makers.at("safe")();
  std::thread a([&] { sink->Put(); }), b([&] { sink->Put(); });
  a.join();
  b.join();
}
