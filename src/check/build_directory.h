// Where a project is built, and with what, as far as its files say.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reweave::inline check {

bool HasMakefile(const std::string& directory);
// By the files of the directory; "" if it cannot be told.
std::string DetectBuildSystem(const std::string& directory);
// All that have a file there, in the order in which they are preferred.
std::vector<std::string> DetectBuildSystems(const std::string& directory);
// Where the project is built, relative to its top: "." or, if there is nothing to build it with at the top, the one directory not
// far below that has it. "" if there is none, or if several are equally near. A CMake project without tests (a library of
// headers) is built where its tests are, if they are a project of their own.
std::string FindBuildDirectory(const std::string& top);
// Directories of tests with makefiles of their own, below a CMake project that has no tests (a library of headers); sorted.
std::vector<std::string> MakefilesOfTests(const std::string& top);
// For [build] build of reweave.toml: makes in each of them that a version has, and puts the programs below the build directory.
std::string MakeEach(const std::vector<std::string>& directories);
// At the top or where FindBuildDirectory looks.
bool HasBuildFiles(const std::string& top);

// Directories of libraries that stand in the project's tree (third_party, vendor), and hidden ones.
bool IsOthersDirectory(const std::string& name);

// CMake: what stands in the text as the first argument of this command, whose name is in small letters.
std::vector<std::string> FirstArguments(std::string_view text, std::string_view command);

}  // namespace reweave::inline check
