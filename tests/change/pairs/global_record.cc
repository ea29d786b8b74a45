//: what: a global's aggregate initialiser: another limit
//: impact: changed
//: points: Bank::limit
//: not-points: ::bank
//: select: yes
//: fault: race
//: found: yes
#include "pair.h"
struct Bank {
  int money, limit, spilled;
};
-static Bank bank = {5, 100, 0};
+static Bank bank = {5, 1, 0};
static void* work(void* unused) {
  if (bank.money > bank.limit) bank.spilled++;
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return bank.spilled == 9;
}
