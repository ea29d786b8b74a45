//: what: an enumeration gets another name; it is a parameter, a field and a template argument
//: impact: same
//: fault: none
#include <atomic>
#include <thread>
#include <vector>

-enum class Mode { kIdle, kBusy };
+enum class State { kIdle, kBusy };
struct Worker {
-  std::atomic<Mode> mode{Mode::kIdle};
-  std::vector<Mode> past;
-  void go(Mode m) { mode = m; }
-  bool is(Mode m) const { return mode == m; }
+  std::atomic<State> mode{State::kIdle};
+  std::vector<State> past;
+  void go(State m) { mode = m; }
+  bool is(State m) const { return mode == m; }
};
Worker w;
int main() {
-  std::thread a([] { w.go(Mode::kBusy); });
+  std::thread a([] { w.go(State::kBusy); });
  std::thread b([] {
-    if (w.is(Mode::kBusy)) w.go(Mode::kIdle);
+    if (w.is(State::kBusy)) w.go(State::kIdle);
  });
  a.join();
  b.join();
}
