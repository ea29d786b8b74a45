//: what: one of three kinds of jobs that a pool runs counts without the lock
//: impact: changed
//: tests: parse render save
//: args: save
//: chosen: save
//: fault: race
//: found: yes
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>
class Pool {
 public:
  explicit Pool(int n) {
    for (int i = 0; i < n; ++i) workers_.emplace_back([this] { Run(); });
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> held(m_);
      closed_ = true;
    }
    some_.notify_all();
    for (auto& w : workers_) w.join();
  }
  void Post(std::function<void()> job) {
    {
      std::lock_guard<std::mutex> held(m_);
      jobs_.push_back(std::move(job));
    }
    some_.notify_one();
  }

 private:
  void Run() {
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock<std::mutex> held(m_);
        some_.wait(held, [this] { return closed_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        job = std::move(jobs_.front());
        jobs_.pop_front();
      }
      job();
    }
  }
  std::mutex m_;
  std::condition_variable some_;
  std::deque<std::function<void()>> jobs_;
  bool closed_ = false;
  std::vector<std::thread> workers_;
};
static std::mutex m;
static int parsed, rendered, saved;
static void Parse() {
  std::lock_guard<std::mutex> held(m);
  ++parsed;
}
static void Render() {
  std::lock_guard<std::mutex> held(m);
  ++rendered;
}
static void Save() {
-  std::lock_guard<std::mutex> held(m);
  ++saved;
}
static void TestParse() {
  Pool pool(2);
  pool.Post(Parse);
  pool.Post(Parse);
}
static void TestRender() {
  Pool pool(2);
  pool.Post(Render);
  pool.Post(Render);
}
static void TestSave() {
  Pool pool(2);
  pool.Post(Save);
  pool.Post(Save);
}
int main(int argc, char** argv) {
  if (argc < 2) return 2;
  if (!std::strcmp(argv[1], "parse")) TestParse();
  if (!std::strcmp(argv[1], "render")) TestRender();
  if (!std::strcmp(argv[1], "save")) TestSave();
}
