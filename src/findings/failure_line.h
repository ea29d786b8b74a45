// What a failed test says about itself: the place and the words of its first failure, as GoogleTest, Catch2, doctest, Boost.Test,
// acutest, cmocka and Check print them.
#pragma once

#include <string>
#include <string_view>

namespace reweave::inline findings {

// "queue_test.cc:12: Failure: Expected equality of these values: size Which is: 1 2"; empty: the output has no such line.
std::string FailureLine(std::string_view output);

// "exit status 1; the test says: queue_test.cc:12: ..."; the message alone if the output has no such line.
std::string WithFailureLine(const std::string& message, std::string_view output);
// The reverse. The values in a failure line differ from run to run: they do not belong to what a failure is known by.
std::string_view WithoutFailureLine(std::string_view message);

}  // namespace reweave::inline findings
