// What each kind of finding is, for reports that explain their rules.
#pragma once

#include <string>
#include <vector>

namespace reweave::inline findings {

struct KindHelp {
  const char* kind;   // Finding::kind
  const char* name;   // "DataRace"
  const char* title;  // a sentence
  const char* help;   // a paragraph: what it means, what to do
};
const std::vector<KindHelp>& KindHelps();

}  // namespace reweave::inline findings
