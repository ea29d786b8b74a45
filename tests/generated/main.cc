// reweave-generate SEED: prints a random program (generator.h).
#include <cstdio>
#include <cstdlib>

#include "generated/generator.h"

int main(int argc, char** argv) {
  char* end = nullptr;
  unsigned long long seed = argc == 2 ? std::strtoull(argv[1], &end, 10) : 0;
  if (argc != 2 || *argv[1] == 0 || *end != 0) {
    std::fputs("usage: reweave-generate SEED\n", stderr);
    return 2;
  }
  std::fputs(reweave::tests::GenerateProgram(seed).c_str(), stdout);
}
