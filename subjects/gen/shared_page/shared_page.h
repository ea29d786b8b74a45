// A page that several owners share; the last one to release it frees its text. Thread-safe.
#pragma once

#include <atomic>
#include <cstring>

class SharedPage {
 public:
  SharedPage() : text_(new char[16]) { std::memset(text_, 0, 16); }
  ~SharedPage() {
    if (owners_.load() > 0) delete[] text_;
  }
  SharedPage(const SharedPage&) = delete;

  // False if the page is gone.
  bool Retain() {
    int owners = owners_.load();
    while (owners > 0)
      if (owners_.compare_exchange_weak(owners, owners + 1)) return true;
    return false;
  }

  // Does nothing if the page is gone.
  void Release() {
    if (owners_.load() <= 0) return;
    owners_.fetch_sub(1);
    if (owners_.load() == 0) delete[] text_;  // planted: two may see 0
  }

  int Owners() const { return owners_.load(); }

 private:
  char* text_;
  std::atomic<int> owners_{1};
};
