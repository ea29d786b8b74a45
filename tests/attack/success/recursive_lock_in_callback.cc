// shows: a listener that calls back into the object whose lock its caller holds
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

class Model {
 public:
  void Listen(std::function<void(Model&)> f) {
    std::lock_guard lock(m_);
    listeners_.push_back(std::move(f));
  }
  void Set(int v) {
    std::lock_guard lock(m_);
    value_ = v;
    for (auto& f : listeners_) f(*this);
  }
  int Get() {
    std::lock_guard lock(m_);
    return value_;
  }

 private:
  std::recursive_mutex m_;
  std::vector<std::function<void(Model&)>> listeners_;
  int value_ = 0;
};

int main() {
  Model model;
  model.Listen([](Model& m) { assert(m.Get() != 0); });
  std::thread a([&] { model.Set(1); }), b([&] { model.Set(2); });
  a.join(), b.join();
  assert(model.Get() == 1 || model.Get() == 2);
}
