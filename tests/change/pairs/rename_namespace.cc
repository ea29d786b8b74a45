//: what: a namespace with a class, a variable and functions gets another name
//: impact: same
//: fault: none
#include <mutex>
#include <thread>

-namespace util {
+namespace base {
struct Box {
  std::mutex mutex;
  int value = 0;
  void Put(int v) {
    std::lock_guard<std::mutex> guard(mutex);
    value = v;
  }
};
Box shared;
int calls;
static void Work(int v) {
  shared.Put(v);
}
void Both() {
  std::thread a(Work, 1), b(Work, 2);
  a.join();
  b.join();
  ++calls;
}
-}  // namespace util
-int main() { util::Both(); return util::calls - 1; }
+}  // namespace base
+int main() { base::Both(); return base::calls - 1; }
