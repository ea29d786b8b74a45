// Names of functions and variables as people write them. A demangled name of the standard library spells out what nobody wrote:
// allocators, comparisons, inline namespaces.
#pragma once

#include <string>
#include <string_view>

namespace reweave::inline findings {

// "std::map<int, std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char>>, std::less<int>, ...>::at"
// becomes "std::map<int, std::string>::at". Template arguments that the library fills in by default are left out, whatever their
// values.
std::string ReadableName(std::string_view name);

// Of the standard library's own code or types.
bool IsLibraryName(std::string_view name);

}  // namespace reweave::inline findings
