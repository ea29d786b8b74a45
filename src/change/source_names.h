// Qualified names inside texts: "std::vector<ns::Clock>*" names std::vector and ns::Clock, "ns::Box<int>::put(long)" names
// ns::Box::put.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace reweave::inline change {

using NameTable = std::map<std::string, std::string, std::less<>>;

// Calls `act` with each qualified name of the text, template arguments and parameters left out; those of arguments come on their
// own.
void EachName(std::string_view text, const std::function<void(const std::string&)>& act);
// The text with the names of the table replaced: each qualified name by its longest part from the left that the table has.
std::string WithNames(std::string_view text, const NameTable& table);
// The qualified name of a type without its template arguments: "ns::Box<int>" -> "ns::Box".
std::string WithoutArguments(std::string_view name);
// "ns::Box<a::B>::f" -> "f".
std::string_view LastPart(std::string_view name);
// What a variable's symbol is called in the source, as the facts name globals: "_ZN2nsL1xE" -> "ns::x", "f.calls" -> "f::calls".
std::string SourceName(const std::string& symbol);

}  // namespace reweave::inline change
