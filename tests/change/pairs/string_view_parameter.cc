//: what: const std::string& parameters become string_view; the text is copied under the lock as before
//: impact: changed
//: fault: none
//: slow: yes
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
std::mutex mutex;
std::string log;
-void Write(const std::string& line) {
+void Write(std::string_view line) {
  std::lock_guard<std::mutex> guard(mutex);
  log.append(line);
}
int main() {
  std::thread a([] { Write("a"); }), b([] { Write("b"); });
  a.join();
  b.join();
}
