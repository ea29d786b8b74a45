//: what: the default initialiser of a member of a global
//: impact: changed
//: points: Bank::limit
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct Bank {
  int money = 5;
-  int limit = 100;
+  int limit = 1;
  int spilled = 0;
};
static Bank bank;
static void* work(void* unused) {
  if (bank.money > bank.limit) bank.spilled++;
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return bank.spilled == 9;
}
