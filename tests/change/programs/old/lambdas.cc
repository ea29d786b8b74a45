#include <thread>

namespace lambdas {

int a, b, c;

void EditOne(int x) {
  auto first = [=] { a += x; };
  auto second = [=] { b += x; };
  first();
  second();
}

void InsertBefore(int x) {
  auto kept = [&](int y) {
    a = x + y;
    b = y;
  };
  kept(1);
}

void Nested(int x) {
  auto outer = [&] {
    a = x;
    auto inner = [&] {
      b = x;
      c = x;
    };
    inner();
  };
  outer();
}

void Captured(int x, int y) {
  auto take = [x] { a = x; };
  take();
  b = y;
}

void InThread(int x) {
  std::thread worker([x] {
    a += x;
    b += x;
  });
  worker.join();
}

struct Holder {
  int value = 0;
  void Run() {
    auto task = [this] { value += 1; };
    task();
  }
};
Holder holder;
void UsesHolder() { holder.Run(); }

inline void Generic(int x) {
  auto add = [](auto y) { c += y; };
  add(x);
  add(2L);
}
void UsesGeneric() { Generic(1); }

}  // namespace lambdas

int main() {}
