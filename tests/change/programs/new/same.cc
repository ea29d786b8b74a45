

















































// Nothing here may be a point: the text differs, what it does not.
#include "same.h"
#include "elsewhere.h"

namespace same {

/* a comment */
int total = 0;   // another
Counter counter;

void Moved(int a) {
  total = a + 18;
  counter.Add(total);
}

void Comments(int a /* how much */) {
  // one more
  total += a;

  /* and here */ counter.Add(a);
}

void Shape(int a, int b)
{
  if (a > b)
  {
    total = a;
  }
  else
    total = b;
  for (int i = 0;
       i < a;
       ++i)
    counter.Add(i);
  while (total < 10)
  {
    ++total;
  }
  counter.Pair(
      a,
      b);
}

int Locals(int left, int right) {
  int doubled = left * 2;
  int tripled = right * 3;
  total = doubled - tripled;
  return doubled;
}

void Elements(int* to, int* from, int n) {
  to[3] = from[n];
  *from = to[n + 1];
}

void GivenAnotherName(int a) {
  total = a + 17;
  counter.Add(total);
}

static void Local(int a) { total -= a; }
void Calls(int a) {
  Local(a);
}

void Lambda(int n) {
  auto doubling = [&] {
    total += 2 * n;
  };
  doubling();
}

void Checked(int a) {


  assert(a > 0);
  total = Largest(a, total);
  total = LIMITED(total);
}

}  // namespace same

int main() {}
