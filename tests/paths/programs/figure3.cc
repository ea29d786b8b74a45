// A branch that depends on two variables that another thread writes.
#include <cstdio>
#include <thread>

int x, y;

void t1() {
  int n = x + y;
  if (n < 0) puts("neg");
  else puts("nonneg");
  printf("%d\n", y);
}
void t2() {
  x = -10;
  y = 2;
  printf("%d\n", x);
}

int main() {
  std::thread a(t1), b(t2);
  a.join(), b.join();
}
