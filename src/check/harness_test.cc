#include "check/harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reweave::inline check {
namespace {

using ::testing::ElementsAre;

RawCoverage::Command Started(std::uint32_t process, std::uint64_t parent, std::vector<std::string> words) {
  return {.process = process, .pid = 100 + process, .parent = parent, .directory = "/p", .words = std::move(words)};
}

RawCoverage::Module Module(std::uint32_t process, std::string path) {
  return {.process = process, .first = 1, .count = 1, .path = std::move(path)};
}

TEST(Harness, CasesAreWhatItStartsItselfWith) {
  RawCoverage run;
  run.commands = {Started(0, 1, {"./run", "-v"}),        Started(2, 100, {"./run", "add", "fast"}),
                  Started(4, 100, {"./run", "remove"}),  Started(5, 104, {"./run", "helper"}),  // of a case, not of the harness
                  Started(6, 100, {"./other", "thing"}), Started(7, 100, {"./run", "-v"}),
                  Started(8, 100, {"./run", "remove"}),  Started(9, 100, {"./run"})};
  for (const auto& command : run.commands)
    run.modules.push_back(Module(command.process, command.process == 6 ? "/b/other" : "/b/run"));
  EXPECT_THAT(OwnCases(run, "/b/run", {"-v"}), ElementsAre(ElementsAre("add", "fast"), ElementsAre("remove")));
  EXPECT_TRUE(OwnCases({}, "/b/run", {}).empty());
}

TEST(Harness, CodeThatStartsPrograms) {
  FunctionFacts function;
  function.id = "main";
  EXPECT_FALSE(StartsPrograms(Facts::Of({function})));
  function.calls.emplace_back().callee = "execvp";
  EXPECT_TRUE(StartsPrograms(Facts::Of({function})));
}

}  // namespace
}  // namespace reweave::inline check
