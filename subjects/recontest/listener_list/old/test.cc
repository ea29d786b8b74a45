// Listeners may come and go while an event is told. The change saves the copy of the list, and with it the lock while telling.
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

struct Listener {
  int heard = 0;
  void Hear(int what) { heard += what; }
};

class Source {
 public:
  void Add(Listener* listener) {
    std::lock_guard<std::mutex> guard(mutex_);
    listeners_.push_back(listener);
  }
  void Remove(Listener* listener) {
    std::lock_guard<std::mutex> guard(mutex_);
    for (std::size_t i = 0; i < listeners_.size(); ++i) {
      if (listeners_[i] != listener) continue;
      listeners_[i] = nullptr;
      listeners_.erase(listeners_.begin() + static_cast<long>(i));
      return;
    }
  }
  void Tell(int what) {
    std::vector<Listener*> copy;
    {
      std::lock_guard<std::mutex> guard(mutex_);
      copy = listeners_;
    }
    for (Listener* listener : copy) listener->Hear(what);
  }

 private:
  std::mutex mutex_;
  std::vector<Listener*> listeners_;
};

int main() {
  Source source;
  Listener a, b;
  source.Add(&a);
  source.Add(&b);
  std::thread teller([&] { source.Tell(1); });
  std::thread leaver([&] { source.Remove(&b); });
  teller.join();
  leaver.join();
  assert(a.heard == 1);
}
