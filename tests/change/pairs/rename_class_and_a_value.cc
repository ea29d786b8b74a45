//: what: a class gets another name, and a default of a member another value
//: impact: changed
//: points: Settings::locked
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include <thread>
-struct Options {
-  bool locked = true;
+struct Settings {
+  bool locked = false;
  int level = 1;
};
-Options options;
+Settings options;
std::mutex mutex;
int n;
void Work() {
  if (options.locked) mutex.lock();
  ++n;
  if (options.locked) mutex.unlock();
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
