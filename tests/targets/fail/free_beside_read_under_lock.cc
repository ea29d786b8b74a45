// shows: the reader keeps a pointer it got under the lock; the owner frees the object without having touched it otherwise
// kind: heap
#include <mutex>
#include <thread>

struct Session {
  int state = 1;
};

static std::mutex lock;
static Session* current = new Session;

int main() {
  int seen = 0;
  std::thread reader([&] {
    Session* mine;
    {
      std::lock_guard hold(lock);
      mine = current;
    }
    if (mine) seen = mine->state;
  });
  std::thread owner([] {
    Session* old;
    {
      std::lock_guard hold(lock);
      old = current;
      current = nullptr;
    }
    delete old;
  });
  reader.join();
  owner.join();
  return seen > 1;
}
