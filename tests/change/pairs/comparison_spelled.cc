//: what: comparisons with true, 0 and nullptr are spelled out
//: impact: changed
//: fault: none
#include <mutex>
#include <thread>
std::mutex m;
bool open;
int* slot;
int count;
void Work() {
  std::lock_guard<std::mutex> held(m);
-  if (!open) open = true;
+  if (open == false) open = true;
-  if (slot) ++*slot;
+  if (slot != nullptr) ++*slot;
-  if (count) count = 0;
+  if (count != 0) count = 0;
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
