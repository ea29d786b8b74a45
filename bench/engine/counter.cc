// (b) Two threads and one counter, each adding once: the smallest program worth exploring.
#include <thread>

#include "peak_memory.h"

namespace {
int counter = 0;
void Add() { counter = counter + 1; }
}  // namespace

int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  TellPeakMemory();
  return counter < 1;
}
