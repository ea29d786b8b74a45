//: what: an enum class that is a parameter of overloaded and virtual functions has another name
//: impact: same
//: slow: yes
//: fault: none
#include <mutex>
#include <thread>
-enum class Mode { kFast, kSafe };
+enum class Policy { kFast, kSafe };
-#define M Mode
+#define M Policy
struct Sink {
  virtual ~Sink() = default;
  virtual void Put(M mode, int n) = 0;
};
struct Locked : Sink {
  void Put(M mode, int n) override {
    std::lock_guard<std::mutex> held(mutex);
    total += mode == M::kSafe ? n : 2 * n;
  }
  void Put(int n) { Put(M::kSafe, n); }
  std::mutex mutex;
  int total = 0;
};
static Locked locked;
static void Feed(Sink& sink, M mode) { sink.Put(mode, 1); }
int main() {
  std::thread a([] { Feed(locked, M::kFast); }), b([] { locked.Put(3); });
  a.join();
  b.join();
}
