// shows: the destructor of one object of a thread uses another that was destroyed before
// kind: heap
// always: yes
#include <thread>
#include <vector>

struct Late {
  std::vector<int>* log = nullptr;
  ~Late() {
    if (log) log->push_back(1), (*log)[0] = 2;
  }
};
static thread_local Late late;
struct Log {
  std::vector<int>* lines = new std::vector<int>(4);
  ~Log() { delete lines; }
};

int main() {
  std::thread t([] {
    late.log = nullptr;             // made first, destroyed last
    static thread_local Log log;    // made second, destroyed first
    late.log = log.lines;
  });
  t.join();
}
