//: what: a state machine compares and sets its state in two steps: two threads connect
//: impact: changed
//: fault: assert
//: found: yes
//: slow: yes
#include <assert.h>
#include <atomic>
#include <thread>
enum class State { kIdle, kConnecting, kUp, kDown };
class Link {
 public:
  bool Connect() {
-    State expected = State::kIdle;
-    if (!state_.compare_exchange_strong(expected, State::kConnecting)) return false;
+    if (state_.load() != State::kIdle) return false;
+    state_.store(State::kConnecting);
    assert(opens_.fetch_add(1) == 0);
    state_.store(State::kUp);
    return true;
  }
  void Close() { state_.store(State::kDown); }
  State state() const { return state_.load(); }

 private:
  std::atomic<State> state_{State::kIdle};
  std::atomic<int> opens_{0};
};
int main() {
  Link link;
  std::thread a([&] { link.Connect(); }), b([&] { link.Connect(); });
  a.join();
  b.join();
  link.Close();
}
