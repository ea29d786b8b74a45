// State inside libc that a function of libc reads or overwrites, and that no address in the program names: what strtok goes on
// with, the result of localtime, the environment. Two threads that use one of them at the same time race.
#pragma once

#include <optional>
#include <string_view>

namespace reweave::inline analysis {

struct LibcState {
  std::string_view name;  // the same for all functions that share it: "state of strtok"
  bool write;
};

std::optional<LibcState> LibcStateOf(std::string_view function);

}  // namespace reweave::inline analysis
