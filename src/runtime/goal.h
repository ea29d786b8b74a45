// The tail policy kGoal: priorities as POS has them, and threads held back at the places that the plan's Holds name.
#pragma once

#include "runtime/rt.h"

namespace reweave::rt {

void GoalStart();  // a run begins
// Whether a hold of the plan names the place where the running fiber is: it must be a scheduling point then.
bool AtGoalPlace(const Fiber* f, u32 site);
void GoalAnnounced(Fiber* f);  // the fiber came to a point
void GoalExecuted(const Fiber* f);  // the fiber was chosen and does now what it announced
Fiber* GoalPick();             // among the candidates, of which there is at least one

}  // namespace reweave::rt
