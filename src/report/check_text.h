// A check for people, on the terminal.
#pragma once

#include <string>

#include "findings/check_result.h"
#include "report/terminal.h"

namespace reweave::inline report {

std::string CheckText(const CheckResult& result, const TerminalStyle& style);

}  // namespace reweave::inline report
