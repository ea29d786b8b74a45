//: what: two files are linked in the other order, and with them their globals are initialised in the other order
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: old-flags: mode.cc state.cc
//: new-flags: state.cc mode.cc
#include <mutex>
#include <thread>
extern bool locked;
static std::mutex m;
static int total;
static void Add() {
  std::unique_lock<std::mutex> held(m, std::defer_lock);
  if (locked) held.lock();
  ++total;
}
int main() {
  std::thread a(Add), b(Add);
  a.join();
  b.join();
  return total == 0;
}
//: file: mode.cc
extern int Volatile();
int mode = Volatile();
//: file: state.cc
extern int mode;
static volatile int seven = 7;
int Volatile() { return seven; }
bool Decide() { return mode == 7; }
bool locked = Decide();
