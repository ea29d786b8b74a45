#include "workers.h"

void Producer::run(int items) {
  for (int i = 0; i < items; i++) {
    int item = make();
    buffer_.put(item);
#ifndef FAULT_ONLY
    books_.produced(item);
#endif
  }
}

void Consumer::run(int items) {
#ifdef FAULT_ONLY
  for (int i = 0; i < items; i++) buffer_.get();
#else
  for (int i = 0; i < items; i++) books_.consumed(buffer_.get());
#endif
}
