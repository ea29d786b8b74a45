//: what: a static variable of a header becomes inline: two units share it now
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: units: other.cc
#include <thread>
#include "count.h"
void Other();
int main() {
  std::thread a([] { ++count; });
  std::thread b(Other);
  a.join();
  b.join();
}
//: file: count.h
-static int count = 0;
+inline int count = 0;
//: file: other.cc
#include "count.h"
void Other() { ++count; }
