#include "check/additional_order.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace reweave::inline check {

void OrderByAddition(std::vector<ChosenTest>& tests, std::size_t targets) {
  // A test with one thread has one schedule. Whatever it covers, tests with several threads go before it.
  const auto after = [](const ChosenTest& test) { return test.threads == ChosenTest::Threads::kOne; };
  std::ranges::sort(tests, {}, [&](const ChosenTest& test) {
    return std::tuple(after(test), test.variant, -test.weight, test.seconds, test.row);
  });
  std::vector<char> covered(targets, 0);
  const auto gain = [&](const ChosenTest& test) {
    return static_cast<std::size_t>(std::ranges::count_if(test.targets, [&](std::uint32_t t) { return !covered[t]; }));
  };
  // What a test adds only shrinks: the first of the queue is the best if its number is still right.
  using Entry = std::tuple<bool, std::size_t, std::size_t>;  // several threads, what it adds, place from the end
  std::priority_queue<Entry> queue;
  for (std::size_t i = 0; i < tests.size(); ++i)
    if (!tests[i].targets.empty()) queue.push({!after(tests[i]), gain(tests[i]), tests.size() - i});
  std::vector<std::size_t> order;
  std::vector<char> taken(tests.size(), 0);
  while (!queue.empty()) {
    const auto [several, known, place] = queue.top();
    queue.pop();
    const std::size_t i = tests.size() - place;
    const std::size_t now = gain(tests[i]);
    tests[i].adds = now > 0;
    if (now > 0 && now < known) queue.push({several, now, place});
    if (now == 0 || now < known) continue;
    for (const std::uint32_t t : tests[i].targets) covered[t] = 1;
    order.push_back(i);
    taken[i] = 1;
  }
  for (std::size_t i = 0; i < tests.size(); ++i)
    if (!taken[i]) order.push_back(i);
  std::vector<ChosenTest> out;
  for (const bool adds : {true, false})
    for (const bool one_thread : {false, true})
      for (const std::size_t i : order)
        if (tests[i].adds == adds && after(tests[i]) == one_thread) out.push_back(std::move(tests[i]));
  tests = std::move(out);
}

}  // namespace reweave::inline check
