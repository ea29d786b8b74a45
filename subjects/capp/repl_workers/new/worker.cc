#include "worker.h"

void Worker::run() {
  coordinator_.beginRound();
  while (std::optional<WorkItem> item = coordinator_.take()) work(*item);
  coordinator_.endRound();
}

void Worker::work(const WorkItem& item) {
  results_.add(item.number);
  if (item.depth > 0) coordinator_.put({item.number + 1, item.depth - 1});
}
