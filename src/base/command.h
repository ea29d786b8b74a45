// Commands of the system: their programs, words and leftovers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reweave {

// The executable file of this name in PATH; "" if there is none.
std::string FindInPath(const std::string& name);

// The file that this process runs, as an absolute path: our other files are found relative to it.
std::string OwnProgram();

// For execve: ends with a null pointer, valid as long as the strings are.
std::vector<char*> ArgumentPointers(std::vector<std::string>& words);

// One word of a shell, whatever is in it.
std::string ShellQuoted(std::string_view text);
// The same for a line that people read and copy: quoted only where it must be.
std::string ShellWord(std::string_view text);

// Ends and collects the children of one of our own threads: descendants that left their process group become ours (subreaper) and
// must not survive. `task` is its directory in /proc. Returns whether there were any: then theirs have become ours, too.
bool KillChildrenOf(const std::string& task);

}  // namespace reweave
