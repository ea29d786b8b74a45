// What pretty names of functions say about library code.
#pragma once

#include <string_view>

namespace reweave::inline analysis {

// "T& ns::Box<T>::add<int>(T const&) const" -> "ns::Box<T>::add<int>": templates are shown with their result.
std::string_view WithoutResult(std::string_view pretty);
// A function of the standard library.
bool IsStd(std::string_view pretty);
// Code of std::string: what its pointer leads to is text, its own.
bool IsTextCode(std::string_view pretty);
// "std::__new_allocator<char>::allocate(...)": whether the first template argument is a character.
bool HoldsText(std::string_view pretty);
// "std::make_unique<ns::Box>(...)", and what std::make_shared calls to allocate: one object of a class that is not the library's.
bool MakesUsersObject(std::string_view pretty);

}  // namespace reweave::inline analysis
