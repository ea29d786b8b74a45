// What a run of a candidate came to, as the wrapper printed it: results of calls, then what can be seen of the object.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace reweave::gen {

// Part of an outcome: ("0.1 value", "3"), ("probe 2 value", "true"). Parts that cannot be compared ("?") are not among them.
using Parts = std::vector<std::pair<std::string, std::string>>;

struct Outcome {
  Parts parts;
  bool complete = false;         // printed to its end
  std::string threw;             // type of an exception that a call of a thread let out; mangled
  std::string thrower;           // "0.1": which call
  bool prefix_threw = false;     // or the constructor
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// The outcomes of all orders, or one of the threads.
std::vector<Outcome> ParseOutcomes(std::string_view text);

// Whether one of the orders explains what the threads saw. Only parts that every outcome has are compared.
bool Explained(const Outcome& seen, const std::vector<Outcome>& orders);

// The fewest parts that show it: not explained with them, explained without any of them. Parts of a low rank are dropped first,
// then earlier ones.
std::vector<std::string> TellingParts(const Outcome& seen, const std::vector<Outcome>& orders,
                                      const std::function<int(const std::string&)>& rank = {});

// Value of a part; null if it has none.
const std::string* PartOf(const Outcome& outcome, const std::string& name);

}  // namespace reweave::gen
