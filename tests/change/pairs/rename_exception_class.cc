//: what: a class that is thrown and caught has another name
//: impact: same
//: slow: yes
//: fault: none
#include <mutex>
#include <stdexcept>
#include <thread>
-struct Full : std::runtime_error {
-  Full() : std::runtime_error("no room") {}
-};
+struct NoRoom : std::runtime_error {
+  NoRoom() : std::runtime_error("no room") {}
+};
static std::mutex mutex;
static int used, refused;
static void Put() {
  std::lock_guard<std::mutex> held(mutex);
-  if (used == 1) throw Full();
+  if (used == 1) throw NoRoom();
  ++used;
}
static void Work() {
  try {
    Put();
-  } catch (const Full&) {
+  } catch (const NoRoom&) {
    std::lock_guard<std::mutex> held(mutex);
    ++refused;
  }
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
