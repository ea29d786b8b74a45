// For tests: a program that testing.h executes, explored to the end.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "techniques/paths/manners.h"
#include "techniques/paths/search.h"
#include "techniques/paths/testing.h"

namespace reweave::paths {

struct Explored {
  std::set<std::string> paths;
  std::vector<std::string> orders;  // thread numbers of each test
  std::size_t executed = 0, not_followed = 0;
  Ended ended = Ended::kNo;
  bool complete = false;
  SearchCounts counts;
  std::uint64_t left = 0;
  std::set<std::vector<std::uint64_t>> races;  // variable and sites
};

inline Explored Explore(const std::vector<Body>& program, SearchOptions options, const std::vector<std::uint16_t>& first = {},
                        std::size_t limit = 100'000, Tail tail = Tail::kFirst) {
  Explored out;
  Search search(options);
  LockDiscipline discipline;
  std::vector<std::shared_ptr<const Execution>> runs;
  std::optional<Test> test;
  do {
    std::vector<std::uint16_t> order = first;
    if (test) {
      order.clear();
      std::string text;
      for (const std::uint32_t op : test->order) {
        order.push_back(runs[test->source]->ops[op].thread);
        text += (text.empty() ? "" : " ") + std::to_string(runs[test->source]->ops[op].site);
      }
      out.orders.push_back(text);
    }
    bool followed = false;
    ToyRun run = ExecuteToy(program, order, &followed, tail);
    out.not_followed += !followed;
    out.paths.insert(run.Paths());
    runs.push_back(std::make_shared<const Execution>(run.Finish()));
    search.Add(runs.back(), test ? std::optional(test->id) : std::nullopt, followed);
    discipline.Add(*runs.back(), static_cast<std::uint32_t>(runs.size()));
    ++out.executed;
    test = search.Next();
  } while (test && out.executed < limit);
  out.ended = search.ended();
  out.counts = search.counts();
  out.complete = search.complete(), out.left = search.left();
  for (const LockDiscipline::Inconsistency& race : discipline.found())
    out.races.insert({race.variable, std::min(race.first_site, race.second_site), std::max(race.first_site, race.second_site)});
  return out;
}

}  // namespace reweave::paths
