// What a strategy does between two runs may take long, and somebody waits: whether it should leave off, and how many threads it
// may use. The explorer gives it to strategies as an input. Asked by every loop whose length depends on the program.
#pragma once

#include <functional>

namespace reweave::inline search {

struct Patience {
  std::function<bool()> over;  // the time of the search is used up, or the user asked to stop
  unsigned threads = 1;        // what the strategy says must not depend on it
};

}  // namespace reweave::inline search
