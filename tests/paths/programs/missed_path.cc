// The path on which both branches are false is behind a read that no branch depends on.
#include <cstdio>
#include <thread>

int x, y;

void t1() {
  y = 2;
  x = 2;
}
void t2() {
  int a = x;
  if (a <= 0) printf("%d\n", y);
  int c = y;
  if (c > 1) puts("large");
}

int main() {
  std::thread a(t1), b(t2);
  a.join(), b.join();
}
