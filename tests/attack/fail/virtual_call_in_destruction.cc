// shows: the derived part is gone before the base joins the thread that calls its pure function
// kind: race|abort|assert
#include <thread>
struct Base {
  std::thread t;
  void Start() {
    t = std::thread([this] { Work(); });
  }
  virtual ~Base() { t.join(); }
  virtual void Work() = 0;
};
struct Derived : Base {
  void Work() override {}
};
int main() {
  Derived d;
  d.Start();
}
