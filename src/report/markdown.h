// A check as Markdown, for a comment on a pull request or a job's summary (docs/formats/markdown.md).
#pragma once

#include <string>
#include <string_view>

#include "findings/check_result.h"

namespace reweave::inline report {

// Never longer than a comment on GitHub may be (65,536 characters); what does not fit is counted at the end.
std::string CheckMarkdown(const CheckResult& result);

// `text` as code within a line: nothing in it is markup. In a table a bar would end the cell and is escaped.
std::string MarkdownCode(std::string_view text, bool in_table = false);

}  // namespace reweave::inline report
