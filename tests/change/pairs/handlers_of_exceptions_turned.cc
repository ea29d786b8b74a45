//: what: two handlers of one try change places, and the one of the base wins
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>
static std::mutex lock;
static int lost;
static void Fail(int n) {
  try {
    if (n > 0) throw std::out_of_range("too far");
-  } catch (const std::out_of_range&) {
-    std::lock_guard<std::mutex> held(lock);
-    ++lost;
-  } catch (const std::logic_error&) {
-    ++lost;
+  } catch (const std::logic_error&) {
+    ++lost;
+  } catch (const std::out_of_range&) {
+    std::lock_guard<std::mutex> held(lock);
+    ++lost;
  }
}
int main() {
  std::thread other([] { Fail(1); });
  Fail(2);
  other.join();
}
