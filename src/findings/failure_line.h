// What a failed test says about itself: the place and the words of its first failure, as GoogleTest, Catch2, doctest, Boost.Test,
// acutest, cmocka and Check print them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace reweave::inline findings {

// "queue_test.cc:12: Failure: Expected equality of these values: size Which is: 1 2"; empty: the output has no such line.
std::string FailureLine(std::string_view output);

// Where that is: the file as the framework names it.
struct FailurePlace {
  std::string file;
  std::uint32_t line = 0;
  friend bool operator==(const FailurePlace&, const FailurePlace&) = default;
};
std::optional<FailurePlace> PlaceOfFailure(std::string_view output);

// What a failed test is known by: the words of its first failure without the values that it saw ("queue_test.cc:12: Failure:
// Expected equality of these values: size"), or, of a test without a framework, the last line of its errors that speaks of one
// ("check failed: a line was lost"). Empty: it says nothing of the kind. Numbers are still in it.
std::string FailureWords(std::string_view output, std::string_view errors);

// "exit status 1; the test says: queue_test.cc:12: ..."; the message alone if the output has no such line.
std::string WithFailureLine(const std::string& message, std::string_view output);
// The reverse. The values in a failure line differ from run to run: a failure is known by FailureWords.
std::string_view WithoutFailureLine(std::string_view message);

}  // namespace reweave::inline findings
