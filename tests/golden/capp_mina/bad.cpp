#include "common.h"

void ProtocolCodecFilter::filterWrite(NextFilter& next, Session& s) {
  for (int i = 0; i < TOUCHES; ++i) s.touch();
  for (int i = 0; i < FRAGS; ++i) s.queue.offer();
  MsgQueue& q = s.queue;
  while (!q.isEmpty()) {
    Buf* m = q.poll();
    if (m->remaining.load() > 0)
      next.filterWrite(m);
  }
  s.touch();
}
