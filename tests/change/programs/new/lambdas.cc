#include <thread>

namespace lambdas {

int a, b, c;
//! field lambdas::a 3
//! field lambdas::b 3
//! field lambdas::c 3

void EditOne(int x) {
  auto first = [=] { a += x; };
  auto second = [=] { b += x + 1; };  // @0
  first();
  second();
}

void InsertBefore(int x) {
  auto fresh = [&](int y) {  // @0
    c = y + x;  // @0
  };
  auto kept = [&](int y) {
    a = x + y;
    b = y;
  };
  fresh(2);  // @0
  kept(1);
}

void Nested(int x) {
  auto outer = [&] {
    a = x;
    auto inner = [&] {
      b = x;
      c = x + 1;  // @0
    };
    inner();
  };
  outer();
}

void Captured(int x, int y) {
  auto take = [y] { a = y; };  // @0
  take();
  b = y;
}

void InThread(int x) {
  std::thread worker([x] {
    a += x;
    b += x * 2;  // @0
  });
  worker.join();
}

struct Holder {
  int value = 0;
  void Run() {
    auto task = [this] { value += 2; };  // @0
    task();
  }
};
Holder holder;
//! field lambdas::Holder::value 3
void UsesHolder() { holder.Run(); }

inline void Generic(int x) {
  auto add = [](auto y) { c += y + 1; };  // @0
  add(x);
  add(2L);
}
void UsesGeneric() { Generic(1); }

}  // namespace lambdas

int main() {}
