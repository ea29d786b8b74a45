//: what: a global thread starts before the table of another unit is set up
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: units: table.cc
#include <thread>
#include "table.h"
struct Starter {
  Starter() : worker([] { Put(1); }) {}
  ~Starter() { worker.join(); }
  std::thread worker;
};
+static Starter starter;
int main() {
-  { Starter starter; }
  Put(2);
}
//: file: table.h
void Put(int n);
int Initial();
//: file: table.cc
#include "table.h"
int size = Initial();
void Put(int n) { size += n; }
int Initial() { return 1; }
