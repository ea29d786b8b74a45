//: what: a function loses its lock and can no longer throw: its caller compiles to other blocks, and does what it did
//: impact: changed
//: tests: crawl stop
//: args: stop
//: select: stop
//: fault: race
//: found: yes
#include <deque>
#include <mutex>
#include <string>
#include <thread>
class Crawler {
 public:
  void Add(const std::string& url) {
    std::lock_guard<std::mutex> held(queue_mutex_);
    queue_.push_back(url);
  }
  int Crawl() {
    int done = 0;
    for (std::string url; !Stopping() && Take(&url);) done += static_cast<int>(url.size());
    return done;
  }
  void Stop() {
    std::lock_guard<std::mutex> held(mutex_);
    stopping_ = true;
  }

 private:
  bool Stopping() {
-    std::lock_guard<std::mutex> held(mutex_);
    return stopping_;
  }
  bool Take(std::string* url) {
    std::lock_guard<std::mutex> held(queue_mutex_);
    if (queue_.empty()) return false;
    *url = queue_.front();
    queue_.pop_front();
    return true;
  }
  std::mutex mutex_, queue_mutex_;
  bool stopping_ = false;
  std::deque<std::string> queue_;
};
int main(int argc, char** argv) {
  const bool stop = argc > 1 && std::string(argv[1]) == "stop";
  Crawler crawler;
  crawler.Add("a");
  crawler.Add("b");
  std::thread a([&] { crawler.Crawl(); }), b([&] { stop ? crawler.Stop() : (void)crawler.Crawl(); });
  a.join();
  b.join();
}
