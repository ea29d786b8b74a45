#include "agents.h"

void Planner::run() {
  for (int round = 0; round < rounds_; round++) {
    if (count_ == mission_.plan.count()) mission_.plan.waitForSignal(count_);
    count_ = mission_.plan.count();
    generatePlan();
    mission_.exec.signal();
  }
}

void Executive::run() {
  for (int round = 0; round < rounds_; round++) {
    mission_.plan.signal();
    count_ = mission_.exec.waitForChange(count_);
    executePlan();
  }
}

void Diagnosis::run() { seen_ = mission_.exec.waitForChange(0); }

void NoiseTask::run(int times) {
  for (int i = 0; i < times; i++) {
    std::lock_guard<std::mutex> guard(mutex_);
    value_ = (value_ + 1) % 2;
  }
}
