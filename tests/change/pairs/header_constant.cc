//: what: a constant in a header that two units use
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: units: other.cc
#include "pair.h"
#include "limits_of_ours.h"
extern int spilled;
void Spill(int size);
static void* work(void* unused) {
  Spill(5);
  return unused;
}
int main() {
  TWO_THREADS(work, work);
  return spilled == kLimit + 9;
}
//: file: limits_of_ours.h
-const int kLimit = 100;
+const int kLimit = 1;
//: file: other.cc
#include "limits_of_ours.h"
int spilled = 0;
void Spill(int size) {
  if (size > kLimit) spilled++;
}
