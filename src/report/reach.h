// Whether anything that was explored can tell about the change at all.
#pragma once

#include <string>

#include "findings/check_result.h"

namespace reweave::inline report {

// "no test with two threads reaches the change", with the tests that come nearest; "" if one does, or nothing changed that a
// schedule could tell.
std::string Unreached(const CheckResult& result);

}  // namespace reweave::inline report
