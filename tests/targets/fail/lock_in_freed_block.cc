// shows: a thread locks a mutex in a block that another one deletes
// kind: heap
#include <mutex>
#include <thread>

struct Shared {
  std::mutex m;
  int n = 0;
};

int main() {
  Shared* p = new Shared;
  std::mutex* m = &p->m;
  std::thread t([m] {
    m->lock();
    m->unlock();
  });
  delete p;
  t.join();
}
