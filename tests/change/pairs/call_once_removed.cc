//: what: std::call_once is replaced by a question
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
#include <mutex>
#include "pair.h"
static std::once_flag once;
static int* table;
static void Make() { table = new int(7); }
static void* work(void* unused) {
-  std::call_once(once, Make);
+  if (table == nullptr) Make();
  return *table ? unused : nullptr;
}
int main() {
  (void)once;
  TWO_THREADS(work, work);
  return 0;
}
