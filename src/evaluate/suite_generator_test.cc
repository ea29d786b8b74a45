#include "evaluate/suite_generator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/file.h"

namespace reweave::inline evaluate {
namespace {

SuiteDescription Description() {
  return {.tests = 50,
          .seed = 3,
          .threads = {2, 3},
          .calls = {1, 2},
          .setup = {{4, 4}, {0, 9}},
          .groups = {{"read", {"get=1..5", "size"}}, {"write", {"put=1..5=7..9"}}}};
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.starts_with("#")) out.push_back(line);
  return out;
}

TEST(GenerateSuite, SameSeedSameSuite) {
  EXPECT_EQ(GenerateSuite(Description()), GenerateSuite(Description()));
  auto other = Description();
  other.seed = 4;
  EXPECT_NE(GenerateSuite(Description()), GenerateSuite(other));
}

TEST(GenerateSuite, EveryLineIsAsDescribed) {
  const auto lines = Lines(GenerateSuite(Description()));
  ASSERT_EQ(lines.size(), 50u);
  std::size_t writes = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string name = lines[i].substr(0, lines[i].find(": "));
    EXPECT_TRUE(name.ends_with("." + std::to_string(i + 1))) << name;
    std::istringstream arguments(lines[i].substr(name.size() + 2));
    std::string setup, calls;
    arguments >> setup;
    EXPECT_TRUE(setup.starts_with("4,") && setup.size() == 3) << setup;
    int threads = 0;
    while (arguments >> calls) {
      ++threads;
      EXPECT_LE(std::ranges::count(calls, ','), 1) << calls;
      writes += calls.find("put=") != std::string::npos;
      EXPECT_EQ(calls.find(".."), std::string::npos) << calls;
    }
    EXPECT_TRUE(threads == 2 || threads == 3) << lines[i];
  }
  EXPECT_GT(writes, 5u);
  EXPECT_LT(writes, 125u);  // of 100 to 150 threads, half of them
}

TEST(GenerateSuite, AsManyAsWantedAndTheFirstStayTheSame) {
  const auto few = Lines(GenerateSuite(Description(), 5)), many = Lines(GenerateSuite(Description(), 500));
  ASSERT_EQ(few.size(), 5u);
  ASSERT_EQ(many.size(), 500u);
  EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
}

TEST(ReadSuiteDescription, SaysWhatIsWrong) {
  const std::string path = testing::TempDir() + "suite.toml";
  const auto read = [&](const char* text) {
    EXPECT_TRUE(WriteFile(path, text, "test"));
    return ReadSuiteDescription(path);
  };
  const std::string good = "tests = 2\nseed = 5\nthreads = [2, 2]\ncalls = [1, 3]\nsetup = [[1, 2]]\n"
                           "[[group]]\nname = \"a\"\ncalls = [\"x\", \"y=1..2\"]\n";
  const auto fine = read(good.c_str());
  ASSERT_TRUE(fine);
  EXPECT_EQ(fine->tests, 2u);
  EXPECT_EQ(fine->groups[0].calls.size(), 2u);
  EXPECT_FALSE(read("tests = 2\nthreads = [3, 2]\ncalls = [1, 3]\nsetup = [[1, 2]]\n"));
  EXPECT_FALSE(read("tests = 0\n"));
  EXPECT_FALSE(read("tests = \n"));
  EXPECT_FALSE(read(good.substr(0, good.find("[[group]]")).c_str()));
  EXPECT_FALSE(ReadSuiteDescription(path + ".missing"));
}

}  // namespace
}  // namespace reweave::inline evaluate
