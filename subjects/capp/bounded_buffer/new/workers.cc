#include "workers.h"

void Producer::run(int items) {
  for (int i = 0; i < items; i++) {
    int item = make();
    buffer_.put(item);
    books_.produced(item);
  }
}

void Consumer::run(int items) {
  for (int i = 0; i < items; i++) books_.consumed(buffer_.get());
}
