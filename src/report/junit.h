// A check as JUnit XML, as Jenkins and GitLab read it (docs/formats/junit.md).
#pragma once

#include <string>
#include <string_view>

#include "findings/check_result.h"

namespace reweave {

struct JunitOptions {
  bool fail_on_old = false;  // findings that the base shows too fail their test as well
};
std::string CheckJunit(const CheckResult& result, const JunitOptions& options = {});

// Text and attributes of XML 1.0: markup is escaped, and what no XML document may hold (control characters, bad UTF-8, U+FFFE) is
// written as \xNN.
std::string EscapeXml(std::string_view text);

}  // namespace reweave
