// What maptest may intend: patterns of two threads, put together from what each of them accesses.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "detect/templates.h"
#include "techniques/pcr/run.h"

namespace reweave::pcr {

struct Intended {
  std::uint8_t number = 0;  // of the template
  std::array<std::uint32_t, 4> site{};
  std::uint64_t key = 0;

  std::size_t length() const { return detect::kTemplates[number].length; }
};

// Every template with every choice of places for its steps, once each, in an order that chance decides. At most 50,000.
std::vector<Intended> WhatMayBeIntended(const Run& run, std::uint64_t seed, const std::function<bool()>& over = {});

}  // namespace reweave::pcr
