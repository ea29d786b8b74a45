// What a program keeps of the way it was linked: a section `rw_link` that no code refers to, made of the options that decide what
// a name stands for. The compiler cannot see them, and two versions that differ in them alone have the same facts.
#pragma once

#include <string>
#include <vector>

namespace reweave::compiler {

// The options among a driver's arguments that bind names (--wrap, --defsym, -z muldefs, ...), in their order. Of a script its
// content counts, not its name. Options that are known to change only where things lie, what is checked or what is printed are
// left out; one that is not known is kept.
std::vector<std::string> LinkOptions(const std::vector<std::string>& args);

// An object file with that section: each option, then a zero byte.
std::string LinkRecordObject(const std::vector<std::string>& options);

}  // namespace reweave::compiler
