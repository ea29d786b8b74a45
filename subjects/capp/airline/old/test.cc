// Five tickets are requested for a flight with four seats: never more seats are sold than there are.
#include <cassert>
#include <memory>
#include <thread>
#include <vector>

#include "airline.h"

int main() {
  const int tickets = 5;
  Airline flight(tickets, 1);
  std::vector<std::thread> buyers;
  for (int i = 0; i < tickets && !flight.salesStopped(); i++) buyers.emplace_back(&Airline::issueTicket, &flight, i);
  for (std::thread& buyer : buyers) buyer.join();
  assert(flight.seatsSold() <= flight.capacity());
#ifndef FAULT_ONLY
  assert(flight.counter().served() == static_cast<int>(buyers.size()));
#endif
}
