// After one pass a thread the array is sorted and has the elements it had before.
#include <algorithm>
#include <cassert>
#include <thread>
#include <vector>

#include "sorter.h"

int main() {
  std::vector<int> input = {3, 2, 1};
  BubbleSorter sorter(input);
  std::vector<std::thread> passes;
  for (int i = 0; i < sorter.size(); i++) passes.emplace_back(&BubbleSorter::run, &sorter, i);
  for (std::thread& pass : passes) pass.join();
  std::sort(input.begin(), input.end());
  assert(sorter.result() == input);
#ifndef FAULT_ONLY
  assert(sorter.progress().finished() == sorter.size());
#endif
}
