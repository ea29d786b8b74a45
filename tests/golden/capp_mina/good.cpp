#include "common.h"

void ProtocolCodecFilter::filterWrite(NextFilter& next, Session& s) {
  for (int i = 0; i < TOUCHES; ++i) s.touch();
  for (int i = 0; i < FRAGS; ++i) s.queue.offer();
  flushWithoutFuture(next, s);
  s.touch();
}

void ProtocolCodecFilter::flushWithoutFuture(NextFilter& next, Session& s) {
  MsgQueue& q = s.queue;
  for (;;) {
    Buf* m = q.poll();
    if (m == nullptr) break;
    if (m->remaining.load() > 0) next.filterWrite(m);
  }
}
