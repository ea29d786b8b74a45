// Nothing here may be a point: the text differs, what it does not.
#include "same.h"

namespace same {

int total = 0;
Counter counter;

void Comments(int a) {
  total += a;
  counter.Add(a);
}

void Shape(int a, int b) {
  if (a > b) {
    total = a;
  } else {
    total = b;
  }
  for (int i = 0; i < a; ++i) {
    counter.Add(i);
  }
  while (total < 10) { ++total; }
  counter.Pair(a, b);
}

int Locals(int a, int b) {
  int first = a * 2;
  int second = b * 3;
  total = first - second;
  return first;
}

void Elements(int* p, int* q, int n) {
  p[3] = q[n];
  *q = p[n + 1];
}

void Renamed(int a) {
  total = a + 17;
  counter.Add(total);
}

void Moved(int a) {
  total = a + 18;
  counter.Add(total);
}

static void Local(int a) { total -= a; }
void Calls(int a) { Local(a); }

void Lambda(int a) {
  auto twice = [&] { total += 2 * a; };
  twice();
}

void Checked(int a) {
  assert(a > 0);
  total = Largest(a, total);
  total = LIMITED(total);
}

}  // namespace same

int main() {}
