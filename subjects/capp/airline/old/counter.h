// The desk in front of the sale: who stands there, whose papers were looked at, how many have left.
#pragma once
#include <mutex>
#include <vector>

class CheckInCounter {
 public:
  explicit CheckInCounter(int tickets) : papers_(tickets, false) {}

  void arrive(int ticket);
  void showPapers(int ticket);
  void leave(int ticket, bool last);
  int served();

 private:
  std::mutex mutex_;
  int waiting_ = 0;
  int served_ = 0;
  bool closed_ = false;
  int lastTicket_ = -1;
  std::vector<char> papers_;
};
