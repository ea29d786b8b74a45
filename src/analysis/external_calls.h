// What calls into code that is not in the program do to pointers.
#pragma once

#include "facts/facts.h"

namespace reweave::inline analysis {

struct ExternalModel {
  bool known = false;  // nothing beyond what is said here
  bool allocates = false;
  bool result_in_argument = false;  // posix_memalign
  bool returns_first = false;
  bool moves = false;  // memcpy(to, from, n)
  bool links = false;  // nodes given to it come to point to each other
  bool thread = false;
  int routine = -1, argument = -1;  // of a new thread: numbers of arguments; routine -1: the argument is a std::thread's state
};

ExternalModel ModelOf(const CallSite& call);

}  // namespace reweave::inline analysis
