//: what: a static local with a guard becomes a pointer that is asked
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct Table {
  Table() : value(7) {}
  int value;
};
static Table& Get() {
-  static Table table;
-  return table;
+  static Table* table = nullptr;
+  if (table == nullptr) table = new Table;
+  return *table;
}
static void* work(void* unused) { return Get().value ? unused : nullptr; }
int main() {
  TWO_THREADS(work, work);
  return 0;
}
