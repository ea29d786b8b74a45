// Takes items from the coordinator, works on them, and puts what they lead to.
#pragma once
#include "coordinator.h"

class Worker {
 public:
  Worker(Coordinator& coordinator, Results& results) : coordinator_(coordinator), results_(results) {}
  void run();

 private:
  void work(const WorkItem& item);

  Coordinator& coordinator_;
  Results& results_;
};
