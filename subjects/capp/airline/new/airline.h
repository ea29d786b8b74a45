// A flight that sells more tickets than it has seats and stops the sale when the last seat is gone.
#pragma once
#include <atomic>
#include <mutex>

#include "counter.h"

class Airline {
 public:
  Airline(int tickets, int cushion) : capacity_(tickets - cushion), counter_(tickets) {}

  void issueTicket(int ticket);
  bool salesStopped();
  int seatsSold();
  int capacity() const { return capacity_; }
  CheckInCounter& counter() { return counter_; }

 private:
  void sellSeat();

  const int capacity_;
  std::mutex saleLock_;
  int seatsSold_ = 0;
  std::atomic<bool> stopSales_{false};  // read by whoever opens further desks
  CheckInCounter counter_;
};
