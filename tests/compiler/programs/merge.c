// Everything an optimiser likes to merge or drop: each access and call must still be seen.
#include <stdio.h>
#include <string.h>

int g, unused_store;
char buffer[16];

__attribute__((pure, noinline)) int Pure(const int* p) { return *p; }
__attribute__((const, noinline)) int Const(int v) { return v + g; }

int main(int argc, char** argv) {
  int sum = Pure(&g) + Pure(&g);   // 2 calls, 2 reads
  sum += Const(3) + Const(3);      // 2 calls, 2 reads
  sum += g + g;                    // 2 reads
  unused_store = 1;                // 2 writes
  unused_store = 2;
  for (int i = 0; i < 4; i++) sum += g;  // 4 reads
  strcpy(buffer, argv[0] + strlen(argv[0]) - 1);
  memset(buffer, 0, argc);
  return sum != 6;
}
