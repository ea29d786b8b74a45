//: what: the list of observers is walked itself, not a copy made under the lock
//: impact: changed
//: select: yes
//: fault: any
//: found: yes
#include <mutex>
#include <thread>
#include <vector>
std::mutex mutex;
std::vector<int*> observers;
int seen;
void Notify() {
-  std::vector<int*> now;
-  {
-    std::lock_guard<std::mutex> guard(mutex);
-    now = observers;
-  }
-  for (int* o : now) seen += o != nullptr;
+  for (int* o : observers) seen += o != nullptr;
}
void Register() {
  static int own;
  std::lock_guard<std::mutex> guard(mutex);
  observers.push_back(&own);
}
int main() {
  Register();
  std::thread a(Notify), b(Register);
  a.join();
  b.join();
}
