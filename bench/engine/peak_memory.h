// The plain build's own peak of resident memory, for the bench's subtraction. Only asked for outside of any run that is
// measured: it opens a file.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>

inline void TellPeakMemory() {
  if (std::getenv("BENCH_MEMORY") == nullptr) return;
  std::FILE* file = std::fopen("/proc/self/status", "r");
  char line[256];
  while (file != nullptr && std::fgets(line, sizeof line, file) != nullptr)
    if (std::strncmp(line, "VmHWM:", 6) == 0) std::fputs(line, stderr);
  if (file != nullptr) std::fclose(file);
}
