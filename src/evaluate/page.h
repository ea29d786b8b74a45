// Pages of measured tables (docs/dev/results-*.md): what stands between two marks is made by `reweave bench`, the rest is written
// by hand.
#pragma once

#include <string>

#include "base/result.h"

namespace reweave::inline evaluate {

// "Made by `reweave bench capp` on 2026-03-01, on 2 cores (model of the processor), load 0.5."
std::string MadeBy(const std::string& command);

// A page of one table, without its heading, as the table's own Markdown begins with one or not.
std::string WithoutHeading(const std::string& markdown);

// "a,b\n1,2\n" as a table.
std::string TableOfCsv(const std::string& csv);

// Replaces what is between the marks of a page. Errors: no such file, no marks in it.
Result<void> CheckPage(const std::string& path);  // the errors, without a replacement
Result<void> ReplaceTables(const std::string& path, const std::string& text);
std::string ReplacedTables(const std::string& page, const std::string& text);  // "": no marks

inline constexpr const char* kTablesBegin = "<!-- made by reweave bench -->\n";
inline constexpr const char* kTablesEnd = "<!-- end -->\n";

}  // namespace reweave::inline evaluate
