// Test cases by name: CASE(Name) { ... assert(...); }, and a main that runs the one that its argument names, or all.
#pragma once

#undef NDEBUG
#include <cassert>
#include <cstdio>
#include <cstring>
#include <vector>

namespace cases {

struct Case {
  const char* name;
  void (*run)();
};

inline std::vector<Case>& All() {
  static std::vector<Case> all;
  return all;
}

struct Registration {
  Registration(const char* name, void (*run)()) { All().push_back({name, run}); }
};

inline int Run(int argc, char** argv) {
  int ran = 0;
  for (const Case& test : All()) {
    if (argc > 1 && std::strcmp(argv[1], test.name) != 0) continue;
    test.run();
    ++ran;
  }
  if (ran == 0) std::fprintf(stderr, "no such case\n");
  return ran == 0 ? 2 : 0;
}

}  // namespace cases

#define CASE(name)                                               \
  static void name();                                            \
  static const cases::Registration registered_##name(#name, name); \
  static void name()

#define CASES_MAIN() \
  int main(int argc, char** argv) { return cases::Run(argc, argv); }
