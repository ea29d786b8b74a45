// A test as arguments: numbers for the object under test, then what each thread does.
//
//   program NUMBER[,NUMBER...] CALLS [CALLS...]     CALLS = CALL[,CALL...]     CALL = name[=a[=b]]
//
// Calls are looked up before the first thread starts; a name that is not known ends the program with status 2.
#pragma once

#include <cstddef>
#include <thread>
#include <vector>

template <class Fixture>
struct Operation {
  const char* name;
  void (*run)(Fixture&, long a, long b);
};

struct ParsedCall {
  char name[40];
  long a, b;
};

// Both end the program with status 2 if the text is not as it should be.
std::vector<long> ParseNumbers(const char* text);
std::vector<ParsedCall> ParseCalls(const char* text);
void Use(long value);  // of a result that nobody looks at
int FindName(const char* name, const char* const* names, std::size_t count);

template <class Fixture>
struct Step {
  void (*run)(Fixture&, long, long);
  long a, b;
};

template <class Fixture>
void RunSteps(Fixture* fixture, const std::vector<Step<Fixture>>* steps) {
  for (const Step<Fixture>& step : *steps) step.run(*fixture, step.a, step.b);
}

// One thread for each argument from `first` on.
template <class Fixture, std::size_t N>
void RunThreads(Fixture& fixture, const Operation<Fixture> (&operations)[N], int argc, char** argv, int first = 2) {
  const char* names[N];
  for (std::size_t i = 0; i < N; ++i) names[i] = operations[i].name;
  std::vector<std::vector<Step<Fixture>>> scripts;
  for (int i = first; i < argc; ++i) {
    scripts.emplace_back();
    for (const ParsedCall& call : ParseCalls(argv[i]))
      scripts.back().push_back({operations[FindName(call.name, names, N)].run, call.a, call.b});
  }
  std::vector<std::thread> threads;
  for (const auto& script : scripts) threads.emplace_back(RunSteps<Fixture>, &fixture, &script);
  for (std::thread& thread : threads) thread.join();
}
