// The remote agent: a planner and an executive that hand each other the turn, a diagnosis that follows the executive, and
// tasks that have nothing to do with them.
#pragma once
#include <atomic>
#include <mutex>

#include "event.h"

struct Mission {
  Event plan;  // the planner may plan
  Event exec;  // the executive may execute
  std::atomic<int> plans{0};
  std::atomic<int> tokens{0};
};

class Planner {
 public:
  Planner(Mission& mission, int rounds) : mission_(mission), rounds_(rounds) {}
  void run();

 private:
  void generatePlan() { mission_.plans.fetch_add(1); }

  Mission& mission_;
  const int rounds_;
  int count_ = 0;
};

class Executive {
 public:
  Executive(Mission& mission, int rounds) : mission_(mission), rounds_(rounds) {}
  void run();

 private:
  void executePlan() { mission_.tokens.fetch_add(5); }

  Mission& mission_;
  const int rounds_;
  int count_ = 0;
};

class Diagnosis {
 public:
  explicit Diagnosis(Mission& mission) : mission_(mission) {}
  void run();
  int seen() const { return seen_; }

 private:
  Mission& mission_;
  int seen_ = 0;
};

class NoiseTask {
 public:
  void run(int times);

 private:
  std::mutex mutex_;
  int value_ = 0;
};
