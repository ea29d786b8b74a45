// The worked example of change-aware preemption prioritisation: a rendering of Apache Mina's DIRMINA-803. TOUCHES and FRAGS
// set how much unrelated and related traffic comes before the change.
#pragma once
#include <atomic>

#ifndef TOUCHES
#define TOUCHES 40
#endif
#ifndef FRAGS
#define FRAGS 12
#endif

struct Buf {
  std::atomic<int> remaining{1};
};

class MsgQueue {
 public:
  bool isEmpty() const {
    unsigned h = head_.load();
    unsigned t = tail_.load();
    return h == t;
  }
  void offer() { tail_.fetch_add(1); }
  Buf* poll() {
    for (;;) {
      unsigned h = head_.load();
      unsigned t = tail_.load();
      if (h == t) return nullptr;
      if (head_.compare_exchange_strong(h, h + 1)) return &pool_[h % 64];
    }
  }

 private:
  std::atomic<unsigned> head_{0}, tail_{0};
  Buf pool_[64];
};

class NextFilter {
 public:
  void filterWrite(Buf*) { sent_.fetch_add(1); }

 private:
  std::atomic<int> sent_{0};
};

struct Session {
  MsgQueue queue;
  void touch() { hits_.fetch_add(1); }

 private:
  std::atomic<int> hits_{0};
};

class ProtocolCodecFilter {
 public:
  void filterWrite(NextFilter& next, Session& s);

 private:
  void flushWithoutFuture(NextFilter& next, Session& s);  // defined in the correct version only
};
