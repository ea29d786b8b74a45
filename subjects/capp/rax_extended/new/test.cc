// Planner and executive make their rounds beside a diagnosis and two noise tasks.
#include <cassert>
#include <thread>

#include "agents.h"

int main() {
  const int rounds = 1;
  Mission mission;
  Planner planner(mission, rounds);
  Executive executive(mission, rounds);
  Diagnosis diagnosis(mission);
  NoiseTask noise;
  std::thread n1(&NoiseTask::run, &noise, 1), n2(&NoiseTask::run, &noise, 1);
  std::thread p(&Planner::run, &planner), e(&Executive::run, &executive), d(&Diagnosis::run, &diagnosis);
  p.join();
  e.join();
  d.join();
  n1.join();
  n2.join();
  assert(mission.plans.load() == rounds);
  assert(mission.tokens.load() == 5 * rounds);
  assert(diagnosis.seen() >= 1);
}
