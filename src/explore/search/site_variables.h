// What the places of a program access, for strategies that count by variable. The explorer gives it to strategies as an input.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace reweave::inline search {

struct SiteVariables {
  std::function<std::string(std::uint32_t site)> of;  // "" = not known; knows the places of all runs that were observed
};

}  // namespace reweave::inline search
