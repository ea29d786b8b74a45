// What a person needs of the log of a build that failed: the first error, as the compiler wrote it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reweave::inline check {

// The lines of the first error: of a compiler, else of CMake, else of the linker; else the last lines of the log. Paths below
// `tree`, the worktree that was built, become paths relative to it, which are those of the user's checkout.
std::string FirstErrorOf(std::string_view log, std::string_view tree);

// The same for any text, such as what a test printed.
std::string InUsersPaths(std::string text, std::string_view tree);

// What a command of ours writes at the start of a line that the user should see; the rest of these lines.
constexpr const char* kBuildNote = "reweave-note: ";
std::vector<std::string> NotesOf(const std::string& log);

// What static libraries in place of shared ones can lead to: symbols, libraries or header files that are not found. Other
// mistakes in the code are none of it.
bool LacksALibrary(std::string_view message);

}  // namespace reweave::inline check
