// A check as one HTML page that needs no network and opens from disk (docs/formats/html.md). The page itself is src/report/html/.
#pragma once

#include <string>

#include "findings/check_result.h"
#include "report/source_excerpts.h"

namespace reweave::inline report {

struct HtmlOptions {
  std::string version;  // of the tool
  std::size_t most_steps = 100'000;  // over all findings; beyond, each shows only those around what matters
};
std::string CheckHtml(const CheckResult& result, const SourceFiles& sources, const HtmlOptions& options);

}  // namespace reweave::inline report
