#include "counter.h"

void CheckInCounter::arrive(int ticket) {
  std::lock_guard<std::mutex> guard(mutex_);
  waiting_++;
  lastTicket_ = ticket;
}

// Every ticket has its own entry.
void CheckInCounter::showPapers(int ticket) { papers_[ticket] = 1; }

void CheckInCounter::leave(int, bool last) {
  std::lock_guard<std::mutex> guard(mutex_);
  waiting_--;
  served_++;
  if (last) closed_ = true;
}

int CheckInCounter::served() {
  std::lock_guard<std::mutex> guard(mutex_);
  return served_;
}
