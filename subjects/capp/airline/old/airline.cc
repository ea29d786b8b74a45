#include "airline.h"

// One ticket request, called by one thread each.
void Airline::issueTicket([[maybe_unused]] int ticket) {
#ifndef FAULT_ONLY
  counter_.arrive(ticket);
  counter_.showPapers(ticket);
#endif
  sellSeat();
#ifndef FAULT_ONLY
  counter_.leave(ticket, salesStopped());
#endif
}

void Airline::sellSeat() {
  std::lock_guard<std::mutex> guard(saleLock_);
  if (seatsSold_ >= capacity_) stopSales_ = true;
  else seatsSold_ = seatsSold_ + 1;
}

bool Airline::salesStopped() { return stopSales_; }

int Airline::seatsSold() {
  std::lock_guard<std::mutex> guard(saleLock_);
  return seatsSold_;
}
