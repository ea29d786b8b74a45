// shows: the holder of a lock deletes it while another thread waits for it
// kind: heap
#include <mutex>
#include <thread>

int main() {
  std::mutex* m = new std::mutex;
  m->lock();
  std::thread t([m] {
    m->lock();
    m->unlock();
  });
  std::this_thread::yield();
  m->unlock();
  delete m;
  t.join();
}
