//: what: two static objects of one unit change places: the thread is joined after its log is gone
//: impact: changed
//: fault: any
//: found: yes
#include <mutex>
#include <string>
#include <thread>
#include <vector>
struct Log {
  std::mutex m;
  std::vector<std::string> lines;
  void Add() {
    std::lock_guard<std::mutex> held(m);
    lines.push_back("a line that is long enough to be allocated somewhere");
  }
};
struct Worker {
  std::thread t;
  ~Worker() {
    if (t.joinable()) t.join();
  }
};
+static Worker worker;
static Log journal;
-static Worker worker;
int main() {
  worker.t = std::thread([] { journal.Add(); });
}
