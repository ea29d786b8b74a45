//: what: the bases change places, and a pointer without a type is taken for the first of them
//: impact: changed
//: fault: any
//: found: yes
#include <cassert>
#include <mutex>
#include <thread>
struct Plain {
  int kind = 1;
};
struct Locked {
  int kind = 2;
};
-struct Both : Locked, Plain {
+struct Both : Plain, Locked {
  std::mutex m;
  int total = 0;
};
static Both both;
static void Add() {
  void* p = &both;
  std::unique_lock<std::mutex> held(both.m, std::defer_lock);
  if (static_cast<Locked*>(p)->kind == 2) held.lock();
  ++both.total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return both.total == 0;
}
