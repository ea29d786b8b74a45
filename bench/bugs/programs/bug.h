// What the programs of this folder share: N from the command line, threads, a check that fails the run.
#pragma once
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

inline int Count(int argc, char** argv, int usual) { return argc > 1 ? std::atoi(argv[1]) : usual; }

template <typename F>
void RunAll(int n, F body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < n; ++i) threads.emplace_back(body, i);
  for (std::thread& t : threads) t.join();
}
