//: what: a class gets an operator new of its own, with an unguarded pool
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <cstddef>
#include <thread>
struct Cell {
  int n = 0;
+  static void* operator new(std::size_t) { return &pool[used++]; }
+  static void operator delete(void*) {}
+  static long pool[4];
+  static int used;
};
+long Cell::pool[4];
+int Cell::used;
void Work() {
  auto* cell = new Cell;
  cell->n = 1;
  delete cell;
}
int main() {
  std::thread a(Work), b(Work);
  a.join();
  b.join();
}
