#include "base/check.h"

#include <unistd.h>

#include <cstdio>

#include "base/result.h"

namespace reweave {

void CheckFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "reweave: internal error: %s does not hold (%s:%d); please report it\n", condition, file, line);
  std::fflush(stderr);
  _exit(kExitInternal);
}

}  // namespace reweave
