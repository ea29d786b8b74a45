// [gen] of reweave.toml as options of `reweave gen`.
#pragma once

#include <string>

#include "check/config.h"
#include "gen/gen.h"

namespace reweave::inline check {

// Adds what the configuration says; paths in it are below `top`. What the options say already comes first.
void UseConfig(const Config& config, const std::string& top, gen::GenOptions& options);

}  // namespace reweave::inline check
