// shows: an iterator into a map is kept while the lock is given back
// kind: heap|race
#include <map>
#include <mutex>
#include <thread>

static std::mutex m;
static std::map<int, int> jobs{{1, 10}, {2, 20}};
static volatile int sink;

int main() {
  std::thread works([] {
    std::unique_lock lock(m);
    auto job = jobs.begin();
    if (job == jobs.end()) return;
    lock.unlock();  // "the work takes long"
    lock.lock();
    sink = job->second;
  });
  {
    std::lock_guard lock(m);
    jobs.erase(1);
  }
  works.join();
}
