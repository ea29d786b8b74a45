// Tests that start their program through another one: `env A=1 ./queue_test`, `timeout 60 ./queue_test`.
#pragma once

#include "suite/test.h"

namespace reweave::inline suite {

// Makes the command that of the program itself where the wrapper only changes its surroundings: the environment and the
// directory become the test's own. Known: env, cmake -E env|chdir|time, timeout, nice, ionice, nohup, setarch, stdbuf, taskset,
// time, valgrind, xvfb-run, and a shell that is given one plain command. Anything else stays as it is, and so does a wrapper with
// an option that is not known, or that leaves nothing to run.
void TakeOutOfWrappers(TestSpec& test);

}  // namespace reweave::inline suite
