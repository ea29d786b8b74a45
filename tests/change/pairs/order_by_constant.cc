//: what: the memory order of a publication is a constant in a header, and it is relaxed now
//: impact: changed
//: select: yes
//: fault: race
//: found: yes
//: slow: yes
#include <thread>
#include "orders.h"
int data;
std::atomic<bool> ready{false};
void Write() {
  data = 7;
  ready.store(true, orders::kPublish);
}
int Read() { return ready.load(std::memory_order_acquire) ? data : 0; }
int main() {
  std::thread a(Write);
  std::thread b([] { return Read(); });
  a.join();
  b.join();
}
//: file: orders.h
#pragma once
#include <atomic>
namespace orders {
-constexpr auto kPublish = std::memory_order_release;
+constexpr auto kPublish = std::memory_order_relaxed;
}
