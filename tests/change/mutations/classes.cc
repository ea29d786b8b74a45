// Virtual functions, templates, members and global constructors decide what is printed.
#include <stdio.h>

struct Shape {
  virtual ~Shape() = default;
  virtual int Area() const { return 1; }
  virtual const char* Name() const = 0;
  int weight = 3;
};
struct Square : Shape {
  explicit Square(int side) : side_(side) {}
  int Area() const override { return side_ * side_; }
  const char* Name() const override { return "square"; }
  int side_;
};
struct Bar : Shape {
  int Area() const override { return Shape::Area() + 6; }
  const char* Name() const override { return "bar"; }
  int length = 4;
};
template <typename T, int kScale>
T Scale(T x) {
  return x * kScale + 1;
}
int Seed(int x) { return x * 7 % 5; }
struct Counter {
  explicit Counter(int start) : value(start) {}
  int value, step = 2;
  int Next() { return value += step; }
};
static Counter first(Seed(3));
static Counter second(Seed(4));
int (Counter::* const kNext)() = &Counter::Next;

int Total(const Shape* const* shapes, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i) {
    total += shapes[i]->Area() * shapes[i]->weight;
    printf("%s %d\n", shapes[i]->Name(), total);
  }
  return total;
}
int main() {
  Square square(3);
  Bar bar;
  const Shape* shapes[] = {&square, &bar, &square};
  auto add = [&](int x) { return x + square.side_ + bar.length; };
  try {
    if (Total(shapes, 3) > 60) throw first.value;
    printf("small\n");
  } catch (int thrown) {
    printf("caught %d\n", thrown);
  }
  printf("%d %ld %d %d %d\n", Scale<int, 2>(5), Scale<long, 3>(5), add(1), (first.*kNext)(), second.Next());
  return 0;
}
