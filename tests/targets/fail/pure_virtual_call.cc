// shows: a pure virtual call from a constructor, which libstdc++ ends by terminate
// kind: abort|exception
// always: yes
#include <thread>

struct Base {
  Base() { Call(); }
  virtual ~Base() = default;
  void Call() { Do(); }
  virtual void Do() = 0;
};
struct Derived : Base {
  void Do() override {}
};

int main() {
  std::thread thread([] { Derived derived; });
  thread.join();
}
