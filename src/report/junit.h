// A check as JUnit XML, as Jenkins and GitLab read it (docs/formats/junit.md).
#pragma once

#include <string>
#include <string_view>

#include "findings/check_result.h"

namespace reweave::inline report {

struct JunitOptions {
  bool fail_on_old = false;  // findings that the base shows too fail their test as well
};
std::string CheckJunit(const CheckResult& result, const JunitOptions& options = {});

// What no XML 1.0 document may hold (control characters, bad UTF-8, U+FFFE) written as \xNN; markup stays.
std::string XmlText(std::string_view text);

}  // namespace reweave::inline report
