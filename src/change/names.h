// Names of functions that compare across versions.
#pragma once

#include <string>
#include <string_view>

#include "facts/named_text.h"

namespace reweave::inline change {

bool NamesLambda(std::string_view id);
// "ns::Queue::push(int) const" -> "ns::Queue::push".
std::string_view WithoutParameters(std::string_view pretty);
// What a template's instantiation was written as: "void ns::Box<int>::put<long>(long)" -> "ns::Box::put"; "" if it is none.
std::string TemplatePattern(std::string_view pretty);
// "ns::f()::$_0::operator()() const" -> "ns::f()", one level outwards; "" if it is no lambda's function.
std::string_view EnclosingFunction(std::string_view pretty);

// A readable name without the numbers of lambdas, which are those of the text's order.
std::string WithoutNumbers(const std::string& pretty);

// Readable name of a symbol; the symbol itself if it has none.
std::string Demangled(const std::string& symbol);
// The record whose table of virtual functions a symbol is, "" if it is none: "_ZTVN2ns3BoxE" -> "ns::Box".
std::string RecordOfTable(std::string_view symbol);

// Whether the record is that of a lambda: "ns::f::lambda".
inline bool NamesClosure(std::string_view record) { return record == "lambda" || record.ends_with("::lambda"); }

}  // namespace reweave::inline change
