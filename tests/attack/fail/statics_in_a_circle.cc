// shows: two static locals are made by two threads, and each needs the other
// kind: deadlock
#include <thread>
struct B;
B& GetB(int);
struct A {
  int v;
  explicit A(int);
};
struct B {
  int v;
  explicit B(int);
};
int depth_a, depth_b;
A& GetA(int d) {
  static A a(d);
  return a;
}
B& GetB(int d) {
  static B b(d);
  return b;
}
A::A(int d) : v(d ? GetB(0).v : 1) {}
B::B(int d) : v(d ? GetA(0).v : 2) {}
int main() {
  std::thread t([] { GetA(1); }), u([] { GetB(1); });
  t.join();
  u.join();
}
